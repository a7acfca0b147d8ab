import type { Texts as BanTexts } from '../../bans/discord/texts.ts'
import { byKey, inEachLanguage, type Translated } from '../../model/language.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

/** What Discord shows about watch lists, in every language. */
export const watchTexts: Translated<typeof en> = { en, de }

/** The texts of the commands about watch lists, in one language. */
export type Texts = BanTexts & typeof en

/** A text about watch lists in every language. */
export const translated = <T>(pick: (texts: typeof en) => T) => inEachLanguage((language) => pick(watchTexts[language]))

/** The commands about watch lists and their options, by name. */
export const COMMANDS = byKey(translated(({ commands }) => commands))
export const SUBCOMMANDS = byKey(translated(({ subcommands }) => subcommands))
export const OPTIONS = byKey(translated(({ options }) => options))
