import type {
  ChatInputCommandInteraction,
  Message,
  MessageContextMenuCommandInteraction,
  RESTPostAPIApplicationCommandsJSONBody,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js'
import type { Task } from './task.ts'

/** A command that is typed: how Discord shows it, and what somebody wants who used it. */
export interface SlashCommand {
  data: RESTPostAPIChatInputApplicationCommandsJSONBody
  createTask(options: ChatInputCommandInteraction['options']): Task
}

/** A command in the menu of a message. */
export interface MessageCommand {
  data: RESTPostAPIContextMenuApplicationCommandsJSONBody
  createTask(message: MessageContextMenuCommandInteraction['targetMessage']): Task
}

/** A use of a button or a select menu. */
export interface ComponentInput {
  message: Message
  /** The values that were chosen in a select menu. */
  values: string[]
}

/** What the buttons and select menus of a name do. */
export interface Action {
  name: string
  /** Whether it may interrupt what its message is busy with. */
  ignoresLock?: boolean
  /** Whether it is done once for each state of its message, however often it is clicked. */
  runsOnce?: boolean
  /** Whether the answer is a private message of its own; it always is where the message was posted to the channel. */
  defersReply?: boolean
  /** Reads the words of a custom id; throws for words it does not know, which makes the button an outdated one. */
  createTask(args: string[], use: ComponentInput): Task
}

/** Everything the bot can be asked. */
export interface CommandList {
  slash: SlashCommand[]
  message: MessageCommand[]
  actions: Action[]
}

/** The commands as Discord takes them; what it would fill in is said, so that a difference there is one. */
export function definitionsOf({ slash, message }: CommandList): RESTPostAPIApplicationCommandsJSONBody[] {
  return [...slash, ...message].map(({ data }) => ({ ...data, nsfw: false }))
}
