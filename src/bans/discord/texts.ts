import type { Texts as AccountTexts } from '../../accounts/discord/texts.ts'
import { byKey, inEachLanguage, type Translated } from '../../model/language.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

/** What Discord shows about ban lists, in every language. */
export const banTexts: Translated<typeof en> = { en, de }

/** The texts of the commands about ban lists, in one language. */
export type Texts = AccountTexts & typeof en

/** A text about ban lists in every language. */
export const translated = <T>(pick: (texts: typeof en) => T) => inEachLanguage((language) => pick(banTexts[language]))

/** The command about ban lists, its subcommands and their options, by name. */
export const COMMANDS = byKey(translated(({ commands }) => commands))
export const SUBCOMMANDS = byKey(translated(({ banlistSubcommands }) => banlistSubcommands))
export const OPTIONS = byKey(translated(({ banlistOptions }) => banlistOptions))
