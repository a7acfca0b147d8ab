import type { Texts as BotTexts } from '../../discord/texts/texts.ts'
import { byKey, inEachLanguage, type Translated } from '../../model/language.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

/** What Discord shows about the tokens of tools, in every language. */
export const toolTexts: Translated<typeof en> = { en, de }

/** The text below a list that does not fit into a message. */
interface ListTexts {
  common: { leftOut: (count: number) => string }
}

/** The texts of the commands about the tokens of tools, in one language. */
export type Texts = BotTexts & ListTexts & typeof en

const translated = <T>(pick: (texts: typeof en) => T) => inEachLanguage((language) => pick(toolTexts[language]))

/** The command about the tokens of tools, its subcommands and their options, by name. */
export const COMMANDS = byKey(translated(({ commands }) => commands))
export const SUBCOMMANDS = byKey(translated(({ tokenSubcommands }) => tokenSubcommands))
export const OPTIONS = byKey(translated(({ tokenOptions }) => tokenOptions))
