import { addSubcommand } from '../src/bans/discord/add.ts'
import { editSubcommand } from '../src/bans/discord/edit.ts'
import { exportSubcommand } from '../src/bans/discord/export.ts'
import { importSubcommand, undoSubcommand } from '../src/bans/discord/import.ts'
import { listSubcommand } from '../src/bans/discord/list.ts'
import { removeSubcommand } from '../src/bans/discord/ban.ts'
import { COMMANDS } from '../src/bans/discord/texts.ts'
import { commandOf } from '../src/discord/subcommand.ts'

export const banlistCommand = commandOf(COMMANDS.banlist, [
  addSubcommand,
  editSubcommand,
  removeSubcommand,
  listSubcommand,
  importSubcommand,
  exportSubcommand,
  undoSubcommand,
])
