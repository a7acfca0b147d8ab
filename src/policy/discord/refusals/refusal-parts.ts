import { hyperlink, inlineCode, type APIButtonComponent } from 'discord.js'
import { toProfileUrl, type SteamId } from '../../../model/steam-id.ts'
import type { Tone } from '../../../lib/tone.ts'
import type { ReportMode } from '../../../model/join.ts'
import { isByBan, type ShownReason, type ShownRefusal } from '../../refusals.ts'
import { banButton, liftButton } from '../../../bans/discord/ban-parts.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { button } from '../../../discord/view.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { lookupId } from '../../../accounts/discord/views/account-parts.ts'
import { formatLine } from '../policy-parts.ts'
import { LET_IN_ICON, NOTICE_ICON, reasonIcon, REFUSED_ICON } from '../policy-icons.ts'

/**
 * `EXEMPT` is the action name of the Exempt button and the name of its form; `REFUSED` and `NOTICED` are the action names of the menus of
 * digests.
 */
export const EXEMPT = 'policyexempt'
export const REFUSED = 'refused'
export const NOTICED = 'noticed'

const SERVER_CHARACTERS = 100
/** Maximum number of game servers that a message names; a policy has up to ten. */
const MAX_SERVERS = 3

/** The tones, and so the colours, of messages about refusals and notices; the icons of these messages show the reason. */
export const TONES: Record<ReportMode, Tone> = { enforce: 'banned', observe: 'restricted', notify: 'limited' }

/** Precedes the title of a message about refusals or notices. */
export const TITLE_ICONS: Record<ReportMode, string> = {
  enforce: REFUSED_ICON,
  observe: REFUSED_ICON,
  notify: NOTICE_ICON,
}

export const formatName = (name: string | null, steamId: SteamId, texts: Texts) =>
  name === null ? inlineCode(steamId) : displayName(name, texts)

/** The game servers that refused an account; empty when they are no longer known. */
export function formatServers({ servers }: ShownRefusal, { common, commas }: Texts): string {
  const named = servers.slice(0, MAX_SERVERS).map((server) => escapeMarkdown(server, SERVER_CHARACTERS))
  const more = servers.length - named.length
  return commas([...named, ...(more > 0 ? [common.leftOut({ count: more })] : [])])
}

/** One reason of a refusal, escaped for Markdown, because that of a ban has text from users. */
export const formatReason = ({ text }: ShownReason) => formatLine(text)

/** The reasons of a refusal in one line of plain text. */
export const formatReasons = ({ reasons }: ShownRefusal, { semicolons }: Texts) =>
  semicolons(reasons.map(({ text }) => text))

/** The icon of the first reason. */
export const refusalIcon = ({ reasons: [first] }: ShownRefusal) =>
  first === undefined ? REFUSED_ICON : reasonIcon(first.code)

/** The three parts of a message about a refusal, below its title: the reasons, the account, and facts such as when, where and how often. */
export function refusalLines(refusal: ShownRefusal, texts: Texts): string[] {
  const { steamId, reasons, mode, count, version, lastAt } = refusal
  const servers = formatServers(refusal, texts)
  const facts = [
    relativeTime(lastAt),
    ...(servers === '' ? [] : [servers]),
    ...(count > 1 ? [texts.refusals.times[mode]({ count })] : []),
    texts.refusals.version({ version: String(version) }),
  ]
  return [
    [
      ...reasons.map((reason) => `${reasonIcon(reason.code)} **${formatReason(reason)}**`),
      ...(mode === 'enforce' ? [] : [texts.refusals.wasLetIn[mode]]),
    ].join('\n'),
    `${inlineCode(steamId)} · ${hyperlink(texts.lookup.steamProfile, toProfileUrl(steamId))}`,
    `-# ${facts.join(' · ')}`,
  ]
}

/** The buttons below a refusal or a notice: Exempt, which opens a form, Ban here and Look up; Lift ban and Look up after a refusal by a ban. */
export function refusalButtons(
  { steamId, reasons }: Pick<ShownRefusal, 'steamId' | 'reasons'>,
  isBanned: boolean,
  texts: Texts,
): APIButtonComponent[] {
  const lookUp = button('🔎', texts.buttons.lookUp, lookupId(steamId))
  if (isByBan({ reasons })) return [liftButton(steamId, texts.buttons.liftBan), lookUp]
  return [
    button(LET_IN_ICON, texts.buttons.exempt, toCustomId(EXEMPT, steamId)),
    banButton(steamId, isBanned, texts),
    lookUp,
  ]
}
