import type { ChatInputCommandInteraction, SlashCommandSubcommandBuilder } from 'discord.js'
import type { Task } from './command.ts'
import type { Texts } from './texts/texts.ts'

/** A subcommand of a slash command: its options, and the task that they ask for. */
export interface Subcommand {
  name: keyof Texts['subcommands']
  build(command: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder
  createTask(options: ChatInputCommandInteraction['options']): Task
}
