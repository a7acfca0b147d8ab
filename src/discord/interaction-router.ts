import {
  PermissionFlagsBits,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
  type RepliableInteraction,
} from 'discord.js'
import type { CommandErrorCode } from './command-error.ts'
import type { CommandForm, CommandList, Form, Permission, Task } from './command.ts'
import { parseCustomId } from './custom-id.ts'
import { enteredTexts, toModal } from './form.ts'
import type { LockMode } from './message-locks.ts'
import { isPosted } from './post.ts'
import { textsFor } from './texts/catalogue.ts'

/** An interaction that was matched to a task, or to the error that answers it. */
export type RoutedInteraction = {
  /** The command's name, or `button` or `form` and the name of its action; never user input. */
  command: string
} & (
  | { error: CommandErrorCode }
  | { showForm(): Promise<unknown> }
  | {
      task: Task
      /** Whether the answer is a new ephemeral message (`deferReply`) instead of an edit of the clicked one (`deferUpdate`). */
      defersReply?: boolean
      lockMode?: LockMode
    }
)

/** An interaction with a message of the bot. */
type MessageInteraction = MessageComponentInteraction | ModalMessageModalSubmitInteraction

export const isOnMessage = (
  interaction: RepliableInteraction,
): interaction is RepliableInteraction & MessageInteraction =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage())

/** Finds the command, action or form of an interaction and creates its task. Never throws. */
export function routeInteraction(commands: CommandList, interaction: RepliableInteraction): RoutedInteraction {
  if (interaction.isMessageComponent()) return routeComponent(commands, interaction)
  if (interaction.isModalSubmit()) return routeForm(commands, interaction)
  const unknown: RoutedInteraction = { command: 'unknown', error: 'unknown_command' }
  try {
    return routeCommand(commands, interaction) ?? unknown
  } catch {
    // Discord still shows an older version of the command, without an option that is required now.
    return unknown
  }
}

function routeCommand(
  { slash, message }: CommandList,
  interaction: RepliableInteraction,
): RoutedInteraction | undefined {
  if (interaction.isChatInputCommand()) {
    const command = slash.find(({ data }) => data.name === interaction.commandName)
    if (!command) return undefined
    const { name } = command.data
    const asked = command.createTask(interaction.options)
    return 'open' in asked ? openCommandForm(asked, name, interaction) : allow(interaction, name, asked)
  }
  if (interaction.isMessageContextMenuCommand()) {
    const command = message.find(({ data }) => data.name === interaction.commandName)
    return command && allow(interaction, command.data.name, command.createTask(interaction.targetMessage))
  }
  return undefined
}

/** The task of a command, or the error of a user who may not use it. */
function allow(interaction: RepliableInteraction, command: string, task: Task): RoutedInteraction {
  const error = task.permission && checkPermission(interaction, task.permission)
  return error ? { command, error } : { command, task }
}

function routeComponent(commands: CommandList, interaction: MessageComponentInteraction): RoutedInteraction {
  const { customId, message } = interaction
  const parsed = parseCustomId(customId)
  const form = commands.forms.find(({ name }) => name === parsed?.action)
  if (parsed && form) return openForm(form, parsed.args, interaction)
  const action = commands.actions.find(({ name }) => name === parsed?.action)
  if (!parsed || !action) return { command: 'button unknown', error: 'outdated_button' }
  const values = interaction.isStringSelectMenu() ? interaction.values : []
  const defersReply = action.defersReply === true || isPosted(message)
  const lockMode = { ignoresLock: action.ignoresLock === true || defersReply, runsOnce: action.runsOnce === true }
  return routeTask(interaction, `button ${action.name}`, () => ({
    task: action.createTask(parsed.args, { message, values }),
    defersReply,
    lockMode,
  }))
}

function openForm(form: Form, args: string[], interaction: MessageComponentInteraction): RoutedInteraction {
  const command = `button ${form.name}`
  const { customId } = interaction
  try {
    const opened = form.open(args, textsFor(interaction.locale), interaction.message)
    const error = checkOwner(interaction) ?? checkPermission(interaction, opened.permission)
    return error ? { command, error } : { command, showForm: () => interaction.showModal(toModal(customId, opened)) }
  } catch {
    return { command, error: 'outdated_button' }
  }
}

function openCommandForm(
  { customId, open }: CommandForm,
  command: string,
  interaction: ChatInputCommandInteraction,
): RoutedInteraction {
  const opened = open(textsFor(interaction.locale))
  const error = checkPermission(interaction, opened.permission)
  return error ? { command, error } : { command, showForm: () => interaction.showModal(toModal(customId, opened)) }
}

/** The submitted form goes to the form that was opened: both have the same custom id. */
function routeForm({ forms }: CommandList, interaction: ModalSubmitInteraction): RoutedInteraction {
  const { customId } = interaction
  const message = interaction.isFromMessage() ? interaction.message : null
  const parsed = parseCustomId(customId)
  const form = forms.find(({ name }) => name === parsed?.action)
  if (!parsed || !form) return { command: 'form unknown', error: message ? 'outdated_button' : 'unknown_command' }
  return routeTask(interaction, `form ${form.name}`, () => ({
    task: form.createTask(parsed.args, { message, fields: enteredTexts(interaction) }),
    defersReply: form.isEdit !== true || message === null || isPosted(message),
    lockMode: { ignoresLock: true },
  }))
}

type RoutedTask = Extract<RoutedInteraction, { task: Task }>

/** Creates the task of a component or a form, unless the user may not use it. */
function routeTask(
  interaction: MessageInteraction | ModalSubmitInteraction,
  command: string,
  create: () => Omit<RoutedTask, 'command'>,
): RoutedInteraction {
  const ownerError = checkOwner(interaction)
  if (ownerError) return { command, error: ownerError }
  try {
    const routed = create()
    const { permission } = routed.task
    const error = permission ? checkPermission(interaction, permission) : checkPosted(interaction)
    return error ? { command, error } : { command, ...routed }
  } catch {
    return { command, error: 'outdated_button' }
  }
}

/** An ephemeral message belongs to the user of its command. */
function checkOwner({ message, user }: MessageInteraction | ModalSubmitInteraction): CommandErrorCode | undefined {
  if (message === null || isPosted(message)) return undefined
  const ownerId = message.interactionMetadata?.user.id
  return ownerId === undefined || ownerId === user.id ? undefined : 'not_your_button'
}

/**
 * Discord checks the permission for commands, but not for components of a posted message. Command permissions that the server's
 * admins changed are not visible here, so this checks the commands' default permission.
 */
function checkPosted({
  message,
  memberPermissions,
}: MessageInteraction | ModalSubmitInteraction): CommandErrorCode | undefined {
  if (message === null || !isPosted(message) || memberPermissions?.has(PermissionFlagsBits.ModerateMembers))
    return undefined
  return 'not_permitted'
}

/** Discord keeps default permissions per top-level command only, so what needs more is checked here. */
function checkPermission(
  { guildId, memberPermissions }: Pick<RepliableInteraction, 'guildId' | 'memberPermissions'>,
  permission: Permission,
): CommandErrorCode | undefined {
  if (guildId === null) return 'server_only'
  return memberPermissions?.has(PermissionFlagsBits[permission]) ? undefined : PERMISSION_ERRORS[permission]
}

const PERMISSION_ERRORS = {
  ModerateMembers: 'needs_timeout_members',
  ManageGuild: 'needs_manage_server',
} satisfies Record<Permission, CommandErrorCode>
