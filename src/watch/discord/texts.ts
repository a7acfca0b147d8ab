import { commands } from '../../../i18n/compiled/commands.ts'
import type { watch } from '../../../i18n/compiled/en.ts'
import type { Texts as BanTexts } from '../../bans/discord/texts.ts'

/** The texts of the commands about watch lists, in one language. */
export type Texts = BanTexts & typeof watch

/** The commands about watch lists, their subcommands, options and the choices of options, by name, in every language. */
export const {
  commands: COMMANDS,
  subcommands: SUBCOMMANDS,
  options: OPTIONS,
  show: SHOW,
  joins: JOINS,
  languages: LANGUAGE_OPTIONS,
  logPlaces: LOG_PLACES,
} = commands.watch

/** The options of `/log` and `/settings log`, by name, in every language. */
export const { options: LOG_OPTIONS } = commands.log
