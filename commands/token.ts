import { commandOf } from '../src/discord/subcommand.ts'
import { COMMANDS } from '../src/tokens/discord/texts.ts'
import { createSubcommand, listSubcommand, revokeSubcommand } from '../src/tokens/discord/token.ts'

export const tokenCommand = commandOf(
  COMMANDS.token,
  [createSubcommand, listSubcommand, revokeSubcommand],
  'ManageGuild',
)
