import { bold, time, TimestampStyles, type APIButtonComponent } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import type { ListedAccount } from '../../accounts/shown-record.ts'
import { formatNameAndId, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { dangerButton } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown, escapeWithin } from '../../discord/escape.ts'
import { button } from '../../discord/view.ts'
import { formatEnd } from '../../discord/views/parts.ts'
import { type Ban, BAN_TEXTS, type BanTexts, type OwnBan, PRIVATE_TEXTS } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { BAN_ICON } from '../../lib/tone.ts'
import type { Texts } from './texts.ts'

export const ENDED_ICON = '⌛'

/** The name of the form that the button *Ban here* opens, which is part of its custom id. */
export const BAN = 'ban'

/** The button that opens the form to ban an account; it has no effect without *Ban Members*. */
export const banHereButton = (steamId: SteamId, { buttons }: { buttons: { banHere: string } }): APIButtonComponent =>
  dangerButton(BAN_ICON, buttons.banHere, toCustomId(BAN, steamId))

/** *Ban here*, or *Lift ban* for an account that is banned already; for a message that the bot posts by itself. */
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

export const lookUpButton = (steamId: SteamId, texts: Texts): APIButtonComponent =>
  button('🔎', texts.buttons.lookUp, lookupId(steamId))

/** Room for the start of a private text in a list, whose lines are to fit into one message. */
const LISTED_CHARACTERS = 100

/** A reason in Markdown; empty for a ban without one. */
export const formatBanReason = (reason: string) => escapeMarkdown(reason, BAN_TEXTS.reason.maxCharacters)

/** The account of a ban in Markdown; `name` is the name that the ban was stored with. */
export const formatBanned = ({ steamId, name }: Pick<Ban, 'steamId' | 'name'>, texts: Texts) =>
  formatNameAndId({ steamId, name: name === '' ? null : name }, texts)

const formatDay = (seconds: number) => time(seconds, TimestampStyles.LongDate)
const formatMoment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)

/** The end of a ban in Markdown. */
export const formatBanEnd = (until: number, texts: Texts) => formatEnd(until, formatMoment, texts)

/** The end and the reason of a ban. */
function formatBanTerms({ until, reason }: OwnBan, texts: Texts): string {
  const { ownBan } = texts
  const end = until === null ? ownBan.forGood : ownBan.until({ date: formatBanEnd(until, texts) })
  return reason === '' ? end : `${end}: ${formatBanReason(reason)}`
}

/** A ban, and who added it and when, and its private texts, if these are known. */
export type ShownBan = OwnBan & Partial<Ban>

/** Since when and by whom an account is banned, until when, and why: one line for messages that only moderators see. */
export const bannedLine = (ban: ShownBan, texts: Texts) =>
  `${BAN_ICON} ${bold(texts.ownBan.here)} ${formatBanFacts(ban, texts)}`

/** A banned account of a list, and what is known of its ban, with the start of its private texts: one line for messages that only moderators see. */
export function listedBanLine(account: Pick<ListedAccount, 'steamId' | 'name'>, ban: ShownBan, texts: Texts): string {
  const facts = [
    formatNameAndId(account, texts),
    formatBanFacts(ban, texts),
    ...privateLines(ban, texts, { maxCharacters: LISTED_CHARACTERS }),
  ]
  return `${BAN_ICON} ${facts.join(' · ')}`
}

function formatBanFacts({ addedAt, addedBy, importNumber = null, ...terms }: ShownBan, texts: Texts): string {
  const { ownBan } = texts
  const facts = [
    ...(addedAt === undefined ? [] : [ownBan.since({ date: formatDay(addedAt) })]),
    ...(addedBy === undefined ? [] : [ownBan.by({ who: formatAuthor(addedBy) })]),
    ...(importNumber === null ? [] : [ownBan.ofImport({ count: importNumber })]),
    formatBanTerms(terms, texts),
  ]
  return facts.join(' ')
}

/**
 * The private texts of a ban that are not empty, such as "Note: …": `maxCharacters` of each, cut so that all fit into the room; one with room
 * for less than `minCharacters` is left out.
 */
export function privateLines(
  ban: Partial<BanTexts>,
  { ownBan }: Texts,
  { room = Infinity, maxCharacters = Infinity, minCharacters = 1 } = {},
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
