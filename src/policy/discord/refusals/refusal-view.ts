import type { SteamId } from '../../../model/steam-id.ts'
import type { ShownRefusal } from '../../refusals.ts'
import { withMention, withPicture, type KnownProfile, type SentMessage } from '../../../outbox/discord/message-parts.ts'
import type { Texts } from '../texts.ts'
import { createView, row, type View } from '../../../discord/view.ts'
import { formatNameAndId } from '../../../accounts/discord/views/account-parts.ts'
import { formatName, refusalButtons, refusalLines, TITLE_ICONS, TONES } from './refusal-parts.ts'

/** The message about an account that was refused. */
export function refusalView(refusal: ShownRefusal, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const head = titleOf(refusal, profile.name, texts)
  const [reasons = '', account = '', facts = ''] = refusalLines(refusal, texts)
  const parts = [withPicture([head, reasons].join('\n'), profile, texts), account, facts]
  const isBanned = message.isBannedHere?.(refusal.steamId) === true
  const buttons = refusalButtons(refusal, isBanned, texts)
  return withMention(createView(TONES[refusal.mode], parts, [row(buttons)]), message)
}

interface OpenedRefusal {
  steamId: SteamId
  name: string | null
  /** Null when no refusal is stored. */
  refusal: ShownRefusal | null
  /** Whether the server bans the account now. */
  isBanned: boolean
}

/** Shows an account of a digest to the user who chose it, like the message about a single refusal. */
export function openedRefusalView({ steamId, name, refusal, isBanned }: OpenedRefusal, texts: Texts): View {
  const lines = refusal
    ? [titleOf(refusal, name, texts), ...refusalLines(refusal, texts)]
    : [`### ${formatNameAndId({ steamId, name }, texts)}`, texts.refusals.gone]
  return createView(
    refusal ? TONES[refusal.mode] : 'neutral',
    [lines.join('\n')],
    [row(refusalButtons(refusal ?? { steamId, reasons: [] }, isBanned, texts))],
  )
}

const titleOf = ({ mode, steamId }: ShownRefusal, name: string | null, texts: Texts) =>
  `## ${TITLE_ICONS[mode]} ${texts.refusals.title[mode]({ account: formatName(name, steamId, texts) })}`
