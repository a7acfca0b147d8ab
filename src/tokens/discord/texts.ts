import { commands } from '../../../i18n/compiled/commands.ts'
import type { tools } from '../../../i18n/compiled/en.ts'
import type { ListTexts } from '../../discord/list.ts'

/** The texts of the commands about the tokens of tools, in one language. */
export type Texts = ListTexts & typeof tools

/** The command about the tokens of tools, its subcommands and their options, by name, in every language. */
export const { commands: COMMANDS, subcommands: SUBCOMMANDS, options: OPTIONS } = commands.tools
