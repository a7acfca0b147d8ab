import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Message,
  MessageContextMenuCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
  UserContextMenuCommandInteraction,
} from 'discord.js'
import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { UndoId } from '../model/undo.ts'
import type { DiscordFile } from './files.ts'
import type { LockMode } from './message-locks.ts'
import type { OwnPending } from './pending.ts'
import type { NoServer } from './place.ts'
import type { Reply } from './reply.ts'
import type { Scans } from './scans.ts'
import type { Texts } from './texts/texts.ts'
import type { View, ViewFile } from './view.ts'

/** All commands, component actions and forms whose tasks get this invocation. */
export interface CommandList<I extends Invocation = Invocation> {
  slash: SlashCommand<I>[]
  message: MessageCommand<I>[]
  user: UserCommand<I>[]
  actions: Action<I>[]
  forms: Form<I>[]
}

/** The permission that a member needs for a task; Discord calls them *Timeout Members*, *Ban Members* and *Manage Server*. */
export type Permission = 'ModerateMembers' | 'BanMembers' | 'ManageGuild'

/** Where a command can be used. */
interface Availability {
  /** Whether users who have installed the bot themselves can use the command everywhere; other commands are for servers only. */
  isForUsers?: boolean
}

/** A slash command: its definition, and the task for its options. */
export interface SlashCommand<I extends Invocation = Invocation> extends Availability {
  data: RESTPostAPIChatInputApplicationCommandsJSONBody
  createTask(options: ChatInputCommandInteraction['options']): Task<I> | TypedForm
  /** What completes the option that is being typed; undefined where nothing does. */
  completionOf?(options: AutocompleteInteraction['options']): Completion<I> | undefined
}

/** Offers choices for the option of a command that has autocomplete. */
export interface Completion<I extends Invocation = Invocation> {
  /** Users without it get no choices. */
  permission: Permission
  /** The first 25 are offered. Discord waits 3 seconds, so they come from memory or one brief read of the database. */
  choices(typed: string, asked: Pick<I, 'context' | 'texts'> & { guildId: string }): Promise<Choice[]>
}

/** A choice for an option; each text has at most 100 characters. */
export interface Choice {
  name: string
  value: string
}

/** The texts and chosen values of a form by the names of its fields; several values are separated by spaces. */
export type TypedFields = Readonly<Record<string, string>>

/** A form to open, filled in with what was typed before. `customId` contains the name of the `Form`. */
export interface TypedForm {
  customId: string
  typed: TypedFields
}

/** A command in the context menu of a message. */
export interface MessageCommand<I extends Invocation = Invocation> extends Availability {
  data: RESTPostAPIContextMenuApplicationCommandsJSONBody
  createTask(message: MessageContextMenuCommandInteraction['targetMessage']): Task<I>
}

/** A command in the context menu of a user. */
export interface UserCommand<I extends Invocation = Invocation> extends Availability {
  data: RESTPostAPIContextMenuApplicationCommandsJSONBody
  createTask(target: Pick<UserContextMenuCommandInteraction, 'targetUser' | 'targetMember'>): Task<I>
}

/** Handles the buttons and select menus whose custom id has this name. */
export interface Action<I extends Invocation = Invocation> extends LockMode {
  name: string
  /** Whether the answer is a new ephemeral message; it always is for a click on a posted message. */
  defersReply?: boolean
  /**
   * Parses the arguments of the custom id; `values` are the selected values of a select menu. Throws for unknown arguments; the button is
   * then reported as outdated.
   */
  createTask(args: string[], input: { message: Message; values: string[] }): Task<I>
}

/**
 * A modal that a component or a command opens, and the task of the submitted form. Component and modal have the same custom id, which
 * contains `name`. The answer is a new ephemeral message, unless `isEdit` is set.
 */
export interface Form<I extends Invocation = Invocation> {
  name: string
  /** Whether the answer edits the ephemeral message whose button opened the form. */
  isEdit?: boolean
  /** The permission that the user needs to open the form and to submit it; checked before `open` reads anything. Throws for unknown arguments. */
  permission: Permission | ((args: string[]) => Permission)
  /**
   * Describes the form. It has to be the first response to the click, within 3 seconds, so only `pending` and one brief read of the database may be waited
   * for. Throws for unknown arguments, and a RefusedChange for what cannot be changed.
   */
  open: (args: string[], texts: I['texts'], click: FormClick<I>) => OpenedForm | Promise<OpenedForm>
  /**
   * `fields` is what was entered. `message` is the message whose button opened the form; null when a command opened it. Throws for unknown
   * arguments.
   */
  createTask(args: string[], input: { message: Message | null; fields: FormInput }): Omit<Task<I>, 'permission'>
}

/** What a user has entered into a form, by the names of its fields. */
export interface FormInput {
  texts: ReadonlyMap<string, string>
  /** The values of the chosen options. */
  choices: ReadonlyMap<string, readonly string[]>
  files: ReadonlyMap<string, readonly DiscordFile[]>
}

/** The click that opens a form. */
export interface FormClick<I extends Invocation = Invocation> extends Pick<I, 'context' | 'guildId' | 'pending'> {
  /** What the form is filled in with. */
  typed: TypedFields
  /** The selected values of a select menu. */
  values: string[]
}

/** A form to show. */
export interface OpenedForm {
  /** The custom id of the form, if it is not that of the component. */
  customId?: string
  title: string
  fields: FormField[]
  /** Text below the fields, in Markdown. */
  text?: string
}

/** A field of a form. */
export type FormField = FieldLabel & (TextField | ChoiceField | FileField)

interface FieldLabel {
  name: string
  label: string
  /** A line below the label. */
  description?: string
}

interface TextField {
  kind: 'text'
  /** The text in the field before the user types. */
  value?: string
  maxLength: number
  isRequired: boolean
  isMultiline?: boolean
}

/** A choice of one option from a menu, or of at least one of several checkboxes. */
interface ChoiceField {
  kind: 'menu' | 'checkboxes'
  options: FieldOption[]
  /** Whether nothing needs to be chosen from a menu. */
  isOptional?: boolean
}

export interface FieldOption {
  value: string
  label: string
  description?: string
  /** Whether it is chosen before the user chooses. */
  isChosen: boolean
}

/** An upload of at most one file. */
interface FileField {
  kind: 'file'
}

/** The parsed request of an interaction, not started yet. */
export interface Task<I extends Invocation = Invocation> {
  cost: CommandCost
  /**
   * The permission, or all permissions, that the user needs; a task with one can be used only in a server. Without this field, a command relies on
   * Discord's own check of permissions, and a component of a posted message requires `ModerateMembers`.
   */
  permission?: Permission | readonly Permission[]
  /** The input of the task, as the user typed it. */
  subject?: string
  /** What was typed. An error repeats it, so that the user can copy it, and with `customId` has a button that opens the form again. */
  form?: Partial<TypedForm>
  /** The custom id of a button that repeats the task after an error. */
  retryId?: string
  /** The account to which a Back button under an error leads. */
  backTo?: SteamId
  /** Maximum age of cached answers, seconds. */
  freshWithinSeconds?: number
  /** Time limit in milliseconds; 30 seconds by default. */
  deadlineMs?: number
  /** Whether an error is shown in an ephemeral follow-up, so that the clicked message keeps its content. */
  errorAsFollowUp?: boolean
  run: (invocation: I) => Promise<void>
}

/** Price classes of commands. The settings say how many lookups each takes from the rate limits. */
export type CommandCost = 'free' | 'lookup' | 'friends' | 'inventory'

/** The readers of an answer: the user and the team of the server, or everybody in a channel, who see nothing that the server has decided or noted. */
export type Audience = 'team' | 'channel'

/** What was done about the account of a message. */
export interface Handled {
  /** In Markdown: by whom, and what. */
  line: string
  undo: UndoId | null
  /** Whether the line says what the server has decided now, which otherwise stands after it. */
  saysDecision?: boolean
}

/** The argument of a running task: services and texts of its feature, facts about its interaction, and functions to answer. */
export interface Invocation<Context = unknown, T extends Texts = Texts> {
  context: Context
  callContext: CallContext
  /** Who reads the answer. */
  audience: Audience
  /** The texts in the language of the user. */
  texts: T
  requestId: string
  userId: string
  /** The server if it has installed the bot; null elsewhere. */
  guildId: string | null
  /** Why `guildId` is null, where it is. */
  noServer: NoServer
  /** The locale that the server has in Discord; English (US) where `guildId` is null. A server may have chosen another one. */
  guildLocale: string
  /** Whether the user has this permission in the channel of the interaction; never where `guildId` is null. */
  isAllowed(permission: Permission): boolean
  /** Unix milliseconds. */
  now: number
  reply: Reply
  scans: Scans
  /** What is kept between two clicks. */
  pending: OwnPending
  /**
   * Charges a cost that becomes known only during the task: a number of lookups or a price class. Throws a CommandError when a rate limit
   * is used up, and a RapsheetError when the bot is overloaded.
   */
  charge(cost: number | CommandCost): Promise<void>
  /**
   * Charges up to the wanted number of lookups, as far as the rate limits allow, and resolves to the charged number. Throws a CommandError
   * if no lookup is left, and a RapsheetError when the bot is overloaded.
   */
  chargeUpTo(wanted: number): Promise<number>
  /** Discord's limit for a file of the answer, bytes. */
  maxFileBytes: number
  /**
   * The nickname of a user in the server; null without one. Undefined if it could not be read: outside a server that has installed the bot, of
   * a user who is not a member, and when Discord does not answer in time.
   */
  nicknameOf(userId: string): Promise<string | null | undefined>
  /** Downloads a file from Discord; throws a CommandError when it is too large or unavailable. */
  downloadFile(file: DiscordFile, maxKibibytes?: number): Promise<ViewFile>
  /**
   * Shows in the pressed message what was done about an account, in the language of the server, where the bot has posted that message by itself; also
   * after a press on its private answer, if the message is about that account alone. Never rejects.
   */
  editPressed(steamId: SteamId | undefined, describe: (texts: T) => Handled): Promise<void>
  /** Posts a new message in the channel, visible to everyone. Throws a CommandError where `guildId` is null. */
  post(view: View): Promise<void>
}
