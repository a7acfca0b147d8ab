import { addSubcommand } from '../src/bans/discord/add.ts'
import { removeSubcommand } from '../src/bans/discord/remove.ts'
import { COMMANDS } from '../src/bans/discord/texts.ts'
import { commandOf } from '../src/discord/subcommand.ts'

export const banlistCommand = commandOf(COMMANDS.banlist, [addSubcommand, removeSubcommand])
