import { commandOf } from '../src/discord/subcommand.ts'
import { addSubcommand, editSubcommand } from '../src/watch/discord/add.ts'
import { channelSubcommand } from '../src/watch/discord/channel.ts'
import { importSubcommand } from '../src/watch/discord/import.ts'
import { listSubcommand } from '../src/watch/discord/list.ts'
import { removeSubcommand } from '../src/watch/discord/remove.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

export const watchCommand = commandOf(COMMANDS.watch, [
  addSubcommand,
  editSubcommand,
  removeSubcommand,
  listSubcommand,
  importSubcommand,
  channelSubcommand,
])
