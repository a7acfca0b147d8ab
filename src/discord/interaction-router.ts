import {
  PermissionFlagsBits,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
  type RepliableInteraction,
} from 'discord.js'
import { DatabaseError } from '../model/database-error.ts'
import { type Problem, RefusedChange } from '../model/refused-change.ts'
import { CommandError, type CommandErrorCode } from './command-error.ts'
import type { CommandList, Form, Invocation, Permission, SlashCommand, Task, TypedForm } from './command.ts'
import { parseCustomId } from './custom-id.ts'
import { MORE_ID } from './views/more-menu.ts'
import { readFormInput, toModal, TYPED_FORM } from './form.ts'
import type { LockMode } from './message-locks.ts'
import { ownPending, type Pending } from './pending.ts'
import { noServerOf, permissionsOf, type Placed, serverOf } from './place.ts'
import { isPosted } from './post.ts'
import type { FindTexts } from './texts/texts.ts'

/** How an interaction is answered: by a task, a form, or an error. */
export type RoutedInteraction<I extends Invocation = Invocation> = {
  /**
   * The name of the command; for a component, `button` and the name of its action or form; for a submitted form, `form` and its name. Never
   * user input.
   */
  command: string
} & (
  | { error: CommandError | CommandErrorCode | DatabaseError | RefusedChange<Problem> }
  | { showForm(): Promise<unknown> }
  | {
      task: Task<I>
      /** Whether the answer is a new ephemeral message (`deferReply`) instead of an edit of the clicked message (`deferUpdate`). */
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

/** The use of a command. */
type UsedInteraction = Exclude<RepliableInteraction, MessageComponentInteraction | ModalSubmitInteraction>

interface RouterOptions<I extends Invocation> {
  context: I['context']
  texts: FindTexts<I['texts']>
  pending: Pending
  /** Undefined if users may not install the bot. */
  userAllowance: unknown
}

/** Finds the command, action or form of an interaction and creates its task. Never throws. */
export async function routeInteraction<I extends Invocation>(
  commands: CommandList<I>,
  options: RouterOptions<I>,
  interaction: RepliableInteraction,
): Promise<RoutedInteraction<I>> {
  const routed = await findRoute(commands, options, interaction)
  // Discord's client keeps commands for a while after they were changed.
  const isRefused = options.userAllowance === undefined && serverOf(interaction) === null
  return isRefused ? { command: routed.command, error: 'user_install_off' } : routed
}

async function findRoute<I extends Invocation>(
  commands: CommandList<I>,
  options: RouterOptions<I>,
  interaction: RepliableInteraction,
): Promise<RoutedInteraction<I>> {
  if (interaction.isMessageComponent()) return routeComponent(commands, options, interaction)
  if (interaction.isModalSubmit()) return routeForm(commands, interaction)
  const unknown = { command: 'unknown', error: 'unknown_command' } as const
  try {
    return (await routeCommand(commands, options, interaction)) ?? unknown
  } catch {
    // Discord still shows an older version of the command, without a newly required option.
    return unknown
  }
}

async function routeCommand<I extends Invocation>(
  commands: CommandList<I>,
  options: RouterOptions<I>,
  interaction: UsedInteraction,
): Promise<RoutedInteraction<I> | undefined> {
  const used = findCommand(commands, interaction)
  if (!used) return undefined
  const { name } = used.command.data
  const error = checkPlace(interaction, used.command)
  if (error) return { command: name, error }
  const asked = used.createTask()
  if (!('customId' in asked)) return allow(interaction, name, asked)
  return { ...(await openForm(commands, asked, options, interaction)), command: name }
}

/** The command of an interaction, and how its task is created; undefined for a command that does not exist. */
function findCommand<I extends Invocation>(
  { slash, message, user }: CommandList<I>,
  interaction: UsedInteraction,
): UsedCommand<I> | undefined {
  const isUsed = ({ data }: { data: { name: string } }) => data.name === interaction.commandName
  if (interaction.isChatInputCommand()) {
    const command = slash.find(isUsed)
    return command && { command, createTask: () => command.createTask(interaction.options) }
  }
  if (interaction.isMessageContextMenuCommand()) {
    const command = message.find(isUsed)
    return command && { command, createTask: () => command.createTask(interaction.targetMessage) }
  }
  if (interaction.isUserContextMenuCommand()) {
    const command = user.find(isUsed)
    return command && { command, createTask: () => command.createTask(interaction) }
  }
  return undefined
}

interface UsedCommand<I extends Invocation> {
  command: Pick<SlashCommand, 'isForUsers'> & { data: { name: string } }
  createTask: () => Task<I> | TypedForm
}

/** An error unless a command can be used where it was sent; Discord's client may not know yet that it cannot. */
const checkPlace = (
  interaction: RepliableInteraction,
  { isForUsers = false }: Pick<SlashCommand, 'isForUsers'>,
): CommandErrorCode | undefined => (isForUsers || serverOf(interaction) !== null ? undefined : noServerOf(interaction))

/** The task of a command, or an error if the user may not use it. */
function allow<I extends Invocation>(
  interaction: RepliableInteraction,
  command: string,
  task: Task<I>,
): RoutedInteraction<I> {
  const error = task.permission && checkPermission(interaction, task.permission)
  return error ? { command, error } : { command, task }
}

async function routeComponent<I extends Invocation>(
  commands: CommandList<I>,
  options: RouterOptions<I>,
  interaction: MessageComponentInteraction,
): Promise<RoutedInteraction<I>> {
  const { message } = interaction
  const { customId, values } = chosenOf(interaction)
  const parsed = parseCustomId(customId)
  const form = commands.forms.find(({ name }) => name === parsed?.action)
  if (form || parsed?.action === TYPED_FORM.name) {
    const ownerError = checkOwner(interaction)
    if (ownerError) return { command: `button ${form?.name ?? TYPED_FORM.name}`, error: ownerError }
    return openForm(commands, { customId, typed: {}, values }, options, interaction)
  }
  const action = commands.actions.find(({ name }) => name === parsed?.action)
  if (!parsed || !action) return { command: 'button unknown', error: 'outdated_button' }
  const defersReply = action.defersReply === true || isPosted(message)
  const lockMode = { ignoresLock: action.ignoresLock === true || defersReply, runsOnce: action.runsOnce === true }
  return routeTask(interaction, `button ${action.name}`, () => ({
    task: action.createTask(parsed.args, { message, values }),
    defersReply,
    lockMode,
  }))
}

/** The custom id of a component and the values that were chosen; an option of the menu *More …* stands for the component that it names. */
function chosenOf(interaction: MessageComponentInteraction): { customId: string; values: string[] } {
  const { customId } = interaction
  const values = interaction.isStringSelectMenu() ? interaction.values : []
  return customId === MORE_ID ? { customId: values[0] ?? '', values: [] } : { customId, values }
}

const permissionOf = ({ permission }: Pick<Form, 'permission'>, args: string[]): Permission =>
  typeof permission === 'string' ? permission : permission(args)

/** Opens a form. The custom id of a button below an error has the id of what was typed into a form, which is opened again. */
async function openForm<I extends Invocation>(
  { forms }: CommandList<I>,
  given: TypedForm & { values?: string[] },
  { context, texts, pending: kept }: RouterOptions<I>,
  interaction: MessageComponentInteraction | UsedInteraction,
): Promise<RoutedInteraction<I>> {
  const guildId = serverOf(interaction)
  const pending = ownPending(kept, { guildId, userId: interaction.user.id })
  const { values = [] } = given
  const button = parseCustomId(given.customId)
  let command = `button ${button?.action}`
  try {
    const { customId, typed } =
      button?.action === TYPED_FORM.name ? await pending.load(TYPED_FORM, button.args[0] ?? '') : given
    const parsed = parseCustomId(customId)
    const form = forms.find(({ name }) => name === parsed?.action)
    if (!parsed || !form) return { command, error: 'outdated_button' }
    command = `button ${form.name}`
    const error = checkPermission(interaction, permissionOf(form, parsed.args))
    if (error) return { command, error }
    const opened = await form.open(parsed.args, await texts(interaction.locale), {
      context,
      guildId,
      pending,
      values,
      typed,
    })
    return { command, showForm: () => interaction.showModal(toModal(opened.customId ?? customId, opened, typed)) }
  } catch (error) {
    const isShown = error instanceof DatabaseError || error instanceof RefusedChange
    return { command, error: isShown ? error : 'outdated_button' }
  }
}

/** Routes a submitted form by its custom id, which is also the custom id of the opened form. */
function routeForm<I extends Invocation>(
  { forms }: CommandList<I>,
  interaction: ModalSubmitInteraction,
): RoutedInteraction<I> {
  const { customId } = interaction
  const message = interaction.isFromMessage() ? interaction.message : null
  const parsed = parseCustomId(customId)
  const form = forms.find(({ name }) => name === parsed?.action)
  if (!parsed || !form) return { command: 'form unknown', error: message ? 'outdated_button' : 'unknown_command' }
  return routeTask(interaction, `form ${form.name}`, () => ({
    task: {
      ...form.createTask(parsed.args, { message, fields: readFormInput(interaction) }),
      permission: permissionOf(form, parsed.args),
    },
    defersReply: form.isEdit !== true || message === null || isPosted(message),
    lockMode: { ignoresLock: true },
  }))
}

type RoutedTask<I extends Invocation> = Extract<RoutedInteraction<I>, { task: Task<I> }>

/** Creates the task of a component or a form, unless the user may not use it. */
function routeTask<I extends Invocation>(
  interaction: MessageInteraction | ModalSubmitInteraction,
  command: string,
  create: () => Omit<RoutedTask<I>, 'command'>,
): RoutedInteraction<I> {
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

/** An error unless the user may click in the message: an ephemeral message belongs to the user of its command. */
function checkOwner({ message, user }: MessageInteraction | ModalSubmitInteraction): CommandErrorCode | undefined {
  if (message === null || isPosted(message)) return undefined
  const ownerId = message.interactionMetadata?.user.id
  return ownerId === undefined || ownerId === user.id ? undefined : 'not_your_button'
}

/**
 * An error unless the user may use the components of a posted message, because Discord checks permissions only for commands. The changes
 * that a server's admins made to command permissions are not visible here, so the default permission of the commands is checked.
 */
function checkPosted(interaction: MessageInteraction | ModalSubmitInteraction) {
  const { message } = interaction
  if (message === null || !isPosted(message)) return undefined
  return checkPermission(interaction, 'ModerateMembers')
}

/**
 * An error unless the user has the permissions of a task. Discord cannot check it for each subcommand, because a top-level command has only
 * one default permission.
 */
function checkPermission(interaction: Placed, needed: Permission | readonly Permission[]) {
  if (serverOf(interaction) === null) return noServerOf(interaction)
  const permissions = permissionsOf(interaction)
  const missing = [needed].flat().find((permission) => !permissions?.has(PermissionFlagsBits[permission]))
  return missing && new CommandError('not_permitted', { detail: missing })
}
