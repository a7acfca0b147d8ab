import type {
  ChatInputCommandInteraction,
  Message,
  MessageContextMenuCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js'
import type { LockMode } from './message-locks.ts'
import type { Task } from './task.ts'

/** A slash command: its definition, and the task that its options ask for. */
export interface SlashCommand {
  data: RESTPostAPIChatInputApplicationCommandsJSONBody
  createTask(options: ChatInputCommandInteraction['options']): Task
}

/** A command in the context menu of a message. */
export interface MessageCommand {
  data: RESTPostAPIContextMenuApplicationCommandsJSONBody
  createTask(message: MessageContextMenuCommandInteraction['targetMessage']): Task
}

/** The state of a clicked component. */
export interface ComponentInput {
  message: Message
  /** The selected values of a select menu. */
  values: string[]
}

/** Handles the buttons and select menus whose custom id has this name. */
export interface Action extends LockMode {
  name: string
  /** Whether the answer is a new ephemeral message; always so for a click on a posted message. */
  defersReply?: boolean
  /** Parses the arguments of the custom id. Throws for unknown arguments; the button is then reported as outdated. */
  createTask(args: string[], input: ComponentInput): Task
}

/** All commands and component actions. */
export interface CommandList {
  slash: SlashCommand[]
  message: MessageCommand[]
  actions: Action[]
}
