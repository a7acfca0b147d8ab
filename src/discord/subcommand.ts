import type { SlashCommandSubcommandBuilder } from 'discord.js'
import { localizedSubcommand, slashCommand } from './command-builders.ts'
import type { Permission, SlashCommand } from './command.ts'
import { defaultTexts } from './texts/catalogue.ts'
import type { Texts } from './texts/texts.ts'

/** A subcommand of a slash command: its options, and the task or the form that they ask for. */
export interface Subcommand {
  name: keyof Texts['subcommands']
  build(command: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder
  createTask: SlashCommand['createTask']
}

/** A slash command of several subcommands, by default for members with this permission. */
export function commandOf(
  name: 'watch' | 'policy',
  subcommands: readonly Subcommand[],
  permission?: Permission,
): SlashCommand {
  const command = slashCommand(name, permission)
  for (const subcommand of subcommands) {
    command.addSubcommand((builder) => subcommand.build(localizedSubcommand(builder, subcommand.name)))
  }
  return {
    data: command.toJSON(),
    createTask(options) {
      const given = options.getSubcommand(true)
      const subcommand = subcommands.find(({ name: key }) => defaultTexts.subcommands[key].name === given)
      if (!subcommand) throw new Error(`unknown subcommand ${given}`)
      return subcommand.createTask(options)
    },
  }
}
