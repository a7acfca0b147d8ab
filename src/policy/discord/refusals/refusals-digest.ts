import { inlineCode, time, TimestampStyles } from 'discord.js'
import type { SteamId } from '../../../model/steam-id.ts'
import type { ShownRefusal } from '../../refusals.ts'
import { ICONS } from '../../../lib/tone.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { listMessage } from '../../../outbox/discord/list-message.ts'
import type { SentMessage } from '../../../outbox/discord/message-parts.ts'
import type { Texts } from '../texts.ts'
import type { View } from '../../../discord/view.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { accountMenu } from '../../../accounts/discord/views/account-parts.ts'
import {
  formatReason,
  formatReasons,
  formatServers,
  NOTICED,
  refusalIcon,
  REFUSED,
  TITLE_ICONS,
  TONES,
} from './refusal-parts.ts'
import { refusalsTable } from './refusals-table.ts'

/** How much a line about an account shows, named by the last detail of the line; the longest form comes first. */
const DETAILS = ['servers', 'reasons', 'account'] as const
type Detail = (typeof DETAILS)[number]

/** One message about many refusals in one mode, or about many notices. It names the first twenty accounts; a file lists all of them. */
export function refusalsDigest(
  refusals: readonly ShownRefusal[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const mode = modeOf(refusals)
  const nameOf = ({ steamId }: ShownRefusal) => names.get(steamId) ?? null
  const lineOf = (detail: Detail) => (refusal: ShownRefusal) => formatLine(refusal, nameOf(refusal), detail, texts)
  const parts = {
    tone: TONES[mode],
    head: [
      titleOf(refusals, texts),
      ...(mode === 'enforce' ? [] : [texts.refusals.wereLetIn[mode]]),
      `-# ${formatSpan(refusals, texts)}`,
    ],
    lines: DETAILS.map(lineOf),
    foot: `-# ${texts.refusals.allInFile[mode === 'notify' ? 'notices' : 'refusals']}`,
    rows: (named: readonly ShownRefusal[]) => refusalMenu(named, nameOf, texts),
    file: refusalsTable(refusals, nameOf, texts),
  }
  return listMessage(refusals, parts, message, texts)
}

/** The message about refusals if `refusalView` or `refusalsDigest` fails because of a bug. It contains only the ids of the accounts. */
export function plainRefusals(refusals: readonly ShownRefusal[], message: SentMessage, texts: Texts): View {
  const withoutReasons = (named: readonly ShownRefusal[]) => named.map((refusal) => ({ ...refusal, reasons: [] }))
  const parts = {
    tone: 'incomplete' as const,
    head: [titleOf(refusals, texts)],
    lines: [({ steamId }: ShownRefusal) => inlineCode(steamId)],
    foot: `${ICONS.restricted} ${texts.refusals.notShown}`,
    rows: (named: readonly ShownRefusal[]) => refusalMenu(withoutReasons(named), () => null, texts),
  }
  return listMessage(refusals, parts, message, texts)
}

/** The mode of all reports of a digest. */
const modeOf = ([first]: readonly ShownRefusal[]) => first?.mode ?? 'enforce'

const titleOf = (refusals: readonly ShownRefusal[], texts: Texts) =>
  `## ${TITLE_ICONS[modeOf(refusals)]} ${texts.refusals.digestTitle[modeOf(refusals)]({ count: refusals.length })}`

/** A menu that shows the chosen refusal. */
const refusalMenu = (
  refusals: readonly ShownRefusal[],
  nameOf: (refusal: ShownRefusal) => string | null,
  texts: Texts,
) =>
  accountMenu(
    refusals.map((refusal) => ({
      steamId: refusal.steamId,
      name: nameOf(refusal) ?? refusal.steamId,
      foundBy: null,
      tone: TONES[refusal.mode],
      icon: refusalIcon(refusal),
      summary: formatReasons(refusal, texts),
    })),
    texts,
    {
      customId: toCustomId(modeOf(refusals) === 'notify' ? NOTICED : REFUSED),
      placeholder: texts.refusals.open,
    },
  )

function formatSpan(refusals: readonly ShownRefusal[], texts: Texts): string {
  const moment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)
  const first = Math.min(...refusals.map(({ firstAt }) => firstAt))
  const last = Math.max(...refusals.map(({ lastAt }) => lastAt))
  const isOneMinute = Math.floor(first / 60) === Math.floor(last / 60)
  return isOneMinute ? moment(first) : texts.refusals.between({ first: moment(first), last: moment(last) })
}

function formatLine(refusal: ShownRefusal, name: string | null, detail: Detail, texts: Texts): string {
  const { steamId } = refusal
  const account = [...(name === null ? [] : [displayName(name, texts)]), inlineCode(steamId)].join(' ')
  const why = texts.semicolons(refusal.reasons.map(formatReason))
  const servers = formatServers(refusal, texts)
  const parts = {
    account: [account],
    reasons: [account, why],
    servers: [account, why, ...(servers === '' ? [] : [servers])],
  }[detail]
  return `${refusalIcon(refusal)} ${parts.join(' · ')}`
}
