import { commands } from '../../../i18n/compiled/commands.ts'
import type { tools } from '../../../i18n/compiled/en.ts'
import type { Texts as BotTexts } from '../../discord/texts/texts.ts'

/** The text below a list that does not fit into a message. */
interface ListTexts {
  common: { leftOut: (values: { count: number }) => string }
}

/** The texts of the commands about the tokens of tools, in one language. */
export type Texts = BotTexts & ListTexts & typeof tools

/** The command about the tokens of tools, its subcommands and their options, by name, in every language. */
export const { commands: COMMANDS, subcommands: SUBCOMMANDS, options: OPTIONS } = commands.tools
