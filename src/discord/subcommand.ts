import { SlashCommandSubcommandBuilder } from 'discord.js'
import { localized, slashCommand, type Named } from './command-builders.ts'
import type { Completion, Invocation, Permission, SlashCommand } from './command.ts'

/** A subcommand of a slash command: its options, and the task or the form for them. */
export interface Subcommand<I extends Invocation = Invocation> {
  name: Named
  /** Adds the options, if there are any. */
  build?(command: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder
  createTask: SlashCommand<I>['createTask']
  completion?: Completion<I>
}

/** A slash command with several subcommands, by default for members with `permission`. */
export function commandOf<I extends Invocation>(
  name: Named,
  subcommands: readonly Subcommand<I>[],
  permission?: Permission,
): SlashCommand<I> {
  const command = slashCommand(name, permission)
  for (const subcommand of subcommands) {
    const named = localized(new SlashCommandSubcommandBuilder(), subcommand.name)
    command.addSubcommand(subcommand.build?.(named) ?? named)
  }
  const find = (given: string) => {
    const subcommand = subcommands.find(({ name }) => name.name.en === given)
    if (!subcommand) throw new Error(`unknown subcommand ${given}`)
    return subcommand
  }
  return {
    data: command.toJSON(),
    createTask: (options) => find(options.getSubcommand(true)).createTask(options),
    completionOf: (options) => find(options.getSubcommand(true)).completion,
  }
}
