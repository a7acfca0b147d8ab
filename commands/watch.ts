import type { SlashCommand } from '../src/discord/command.ts'
import { localizedSubcommand, slashCommand } from '../src/discord/command-builders.ts'
import { defaultTexts } from '../src/discord/texts/catalogue.ts'
import { addSubcommand } from './watch/add.ts'
import { channelSubcommand } from './watch/channel.ts'
import { importSubcommand } from './watch/import.ts'
import { listSubcommand } from './watch/list.ts'
import { removeSubcommand } from './watch/remove.ts'

const SUBCOMMANDS = [addSubcommand, removeSubcommand, listSubcommand, importSubcommand, channelSubcommand]

const command = slashCommand('watch')
for (const { name, build } of SUBCOMMANDS) {
  command.addSubcommand((subcommand) => build(localizedSubcommand(subcommand, name)))
}

export const watchCommand: SlashCommand = {
  data: command.toJSON(),
  createTask(options) {
    const given = options.getSubcommand(true)
    const subcommand = SUBCOMMANDS.find(({ name }) => defaultTexts.subcommands[name].name === given)
    if (!subcommand) throw new Error(`unknown subcommand ${given}`)
    return subcommand.createTask(options)
  },
}
