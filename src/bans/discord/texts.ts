import { commands } from '../../../i18n/compiled/commands.ts'
import type { bans } from '../../../i18n/compiled/en.ts'
import type { Texts as AccountTexts } from '../../accounts/discord/texts.ts'

/** The texts of the commands about ban lists, in one language. */
export type Texts = AccountTexts & typeof bans

/** The command about ban lists, its subcommands, their options and the choices of options, by name, in every language. */
export const {
  commands: COMMANDS,
  subcommands: SUBCOMMANDS,
  options: OPTIONS,
  show: SHOW,
  formats: FORMATS,
} = commands.bans
