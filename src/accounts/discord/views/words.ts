import { escapeMarkdown } from '../../../discord/escape.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { midSentence } from '../../../lib/sentence-case.ts'
import { ICONS, type OwnBanMark } from '../../../lib/tone.ts'
import type { Bans } from '../../../model/account.ts'
import { banStatusOf, formatBans } from '../../presentation/ban-status.ts'
import type { Texts } from '../texts.ts'

/** The name of an account, escaped for Markdown. */
export const displayName = (name: string, texts: Texts) => escapeMarkdown(name) || texts.common.namelessAccount

/** Maximum length of a name in a list, so that name and bans fit on a line of a phone. Menus and files contain the whole name. */
const LISTED_NAME_CHARACTERS = 24

/** The display name in a line of a list, in Markdown. */
export const listedName = (name: string, texts: Texts) =>
  escapeMarkdown(name, LISTED_NAME_CHARACTERS) || texts.common.namelessAccount

/** A text about bans that names Steam as its source where the server itself has banned an account, or where a channel must not know whether it has. */
export const ofSteam = (what: string, own: OwnBanMark, texts: Texts): string =>
  own === 'banned' || own === 'withheld' ? texts.lookup.banned({ what: midSentence(what, texts.language) }) : what

/** Steam's bans in the row of an account. */
export function formatRowBans(bans: Bans, own: OwnBanMark, texts: Texts, escape: (word: string) => string): string {
  const what = formatBans(bans, texts, escape)
  return banStatusOf(bans) === 'clean' ? ofSteam(what, own, texts) : what
}

/** The text in place of a fact that could not be checked. */
export const formatUnknown = (texts: Texts) => `${ICONS.incomplete} ${texts.common.unknown}`

/** The age of an answer, for the foot of a message. Discord keeps the relative time up to date. */
export const checkedLine = (fetchedAt: number, texts: Texts) =>
  `-# ${texts.common.checked({ when: relativeTime(fetchedAt) })}`
