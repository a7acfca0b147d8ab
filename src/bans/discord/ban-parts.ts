import { bold, type APIButtonComponent } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { formatNameAndId, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { dangerButton } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown, escapeWithin } from '../../discord/escape.ts'
import { button } from '../../discord/view.ts'
import { formatDate, formatEnd, formatMoment } from '../../discord/views/parts.ts'
import { type Ban, BAN_TEXTS, type BanTexts, type OwnBan, type FoundDecision, PRIVATE_TEXTS } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { BAN_ICON, LET_IN_ICON, type OwnBanMark } from '../../lib/tone.ts'
import type { Texts } from './texts.ts'

export const ENDED_ICON = '⌛'

/** The name of the form that the button *Ban* opens, which is part of its custom id. */
export const BAN = 'ban'

/** The button that opens the form to ban an account; it has no effect without *Ban Members*. */
export const banHereButton = (steamId: SteamId, { buttons }: { buttons: { banHere: string } }): APIButtonComponent =>
  dangerButton(BAN_ICON, buttons.banHere, toCustomId(BAN, steamId))

/** *Ban*, or *Lift ban* for an account that is banned already; for a message that the bot posts by itself. */
export const banButton = (
  steamId: SteamId,
  isBanned: boolean,
  texts: { buttons: { banHere: string; liftBan: string } },
) => (isBanned ? liftButton(steamId, texts.buttons.liftBan) : banHereButton(steamId, texts))

/** The button that lifts the ban of an account at once. */
export const liftButton = (steamId: SteamId, label: string): APIButtonComponent =>
  button('↩️', label, toCustomId('banlift', steamId))

/** The name of the form in which a ban is edited. */
export const EDIT = 'banedit'

/** The button that opens a ban in its form. */
export const editButton = (steamId: SteamId, texts: Texts): APIButtonComponent =>
  button('✏️', texts.buttons.editBan, toCustomId(EDIT, steamId))

/** The option of the menu *More …* that opens a ban in its form. */
export const editOption = (steamId: SteamId, texts: Texts) => ({
  icon: '✏️',
  label: texts.buttons.editBan,
  customId: toCustomId(EDIT, steamId),
})

export const lookUpButton = (steamId: SteamId, texts: Texts): APIButtonComponent =>
  button('🔎', texts.buttons.lookUp, lookupId(steamId))

/** A reason in Markdown; empty for a ban without one. */
export const formatBanReason = (reason: string) => escapeMarkdown(reason, BAN_TEXTS.reason.maxCharacters)

/** The account of a ban in Markdown; `name` is the name that the ban was stored with. */
export const formatBanned = ({ steamId, name }: Pick<Ban, 'steamId' | 'name'>, texts: Texts) =>
  formatNameAndId({ steamId, name: name === '' ? null : name }, texts)

/** The end of a ban in Markdown. */
export const formatBanEnd = (until: number, texts: Texts) => formatEnd(until, formatMoment, texts)

/** A ban, and who added it and when, and its private texts, if these are known. */
export type ShownBan = OwnBan & Partial<Ban>

/** Maximum length of a private text in a message about a ban; the entry of the list has all of it. */
const LINE_TEXT_CHARACTERS = 120

/** Until when an account is banned, unless the ban has ended, why, by whom, and since when: one line for messages that only moderators see. */
export function bannedLine(ban: ShownBan, texts: Texts, { hasEnded = false } = {}): string {
  const since = ban.addedAt === undefined ? [] : [texts.ownBan.since({ date: formatDate(ban.addedAt) })]
  return [...(hasEnded ? [] : [banVerdict(ban, texts)]), ...banFacts(ban, texts), ...since].join(' · ')
}

/** Until when an account is banned, why, by whom, and the start of the private texts: the line of a card, which only moderators see. */
export const ownBanLine = (ban: ShownBan, texts: Texts): string =>
  [banVerdict(ban, texts), ...banFacts(ban, texts), ...privateLines(ban, texts)].join(' · ')

/** That the server itself has banned an account, and until when. */
export const banVerdict = ({ until }: Pick<OwnBan, 'until'>, texts: Texts): string =>
  bold(until === null ? texts.ownBan.bannedForGood : texts.ownBan.bannedUntil({ date: formatBanEnd(until, texts) }))

/** That an exception of the server always lets an account in. */
export const formatExcepted = ({ ownBan }: Texts): string => `${LET_IN_ICON} ${bold(ownBan.excepted)}`

/**
 * What a message that the bot posts by itself says of the server's own ban of an account or its exception, never a private text: a line with the end
 * and reason of the ban, and for a list a `fact`, empty without a ban.
 */
export function ownBanOf(
  steamId: SteamId,
  { findDecision }: { findDecision?: (steamId: SteamId) => FoundDecision },
  texts: Texts,
) {
  const found = findDecision?.(steamId)
  const say = (mark: OwnBanMark, line: string, fact: string) => ({ mark, line, fact })
  if (found === undefined) return say('noList', '', '')
  if (found === 'unknown') return say(found, bold(texts.ownBan.unreadable), '')
  if (found === 'excepted') return say('none', formatExcepted(texts), '')
  if (found === null) return say('none', sentenceCase(texts.ownBan.none, texts.language), '')
  const { until, reason } = found
  return say('banned', ownBanLine({ until, reason }, texts), ownBanFact(found, texts))
}

/** Maximum length of a reason in the row of an account, which has to fit on two lines of a phone. */
const LISTED_REASON_CHARACTERS = 30

/** A few words in the row of a banned account: that the server has banned it, and why. */
export function ownBanFact({ reason }: OwnBan, { ownBan }: Texts): string {
  const shown = escapeMarkdown(reason, LISTED_REASON_CHARACTERS)
  return shown === '' ? ownBan.inRow : ownBan.inRowWithReason({ reason: shown })
}

function banFacts(ban: ShownBan, texts: Texts): string[] {
  const { reason, addedBy, importNumber = null } = ban
  const { ownBan } = texts
  return [
    ...(reason === '' ? [] : [formatBanReason(reason)]),
    ...(addedBy === undefined ? [] : [formatAuthor(addedBy)]),
    ...(importNumber === null ? [] : [ownBan.ofImport({ count: importNumber })]),
  ]
}

/**
 * The private texts of a ban that are not empty, such as "note: …": `maxCharacters` of each, cut so that all fit into the room; one with room
 * for less than `minCharacters` is left out.
 */
export function privateLines(
  ban: Partial<BanTexts>,
  { ownBan }: Texts,
  { room = Infinity, maxCharacters = LINE_TEXT_CHARACTERS, minCharacters = 1 } = {},
): string[] {
  return PRIVATE_TEXTS.flatMap((name) => {
    const { [name]: text = '' } = ban
    // Each begins on a line of its own, or after " · ".
    const left = room / PRIVATE_TEXTS.length - ownBan[name]({ text: '' }).length - 3
    if (text === '' || left < minCharacters) return []
    const limit = Math.min(maxCharacters, BAN_TEXTS[name].maxCharacters)
    return [ownBan[name]({ text: escapeWithin(text, limit, left) })]
  })
}
