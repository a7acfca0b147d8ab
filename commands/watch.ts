import { commandOf } from '../src/discord/subcommand.ts'
import { addSubcommand } from './watch/add.ts'
import { channelSubcommand } from './watch/channel.ts'
import { importSubcommand } from './watch/import.ts'
import { listSubcommand } from './watch/list.ts'
import { removeSubcommand } from './watch/remove.ts'

export const watchCommand = commandOf('watch', [
  addSubcommand,
  removeSubcommand,
  listSubcommand,
  importSubcommand,
  channelSubcommand,
])
