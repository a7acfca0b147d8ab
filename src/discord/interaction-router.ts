import { PermissionFlagsBits, type MessageComponentInteraction, type RepliableInteraction } from 'discord.js'
import type { CommandErrorCode } from './command-error.ts'
import type { Action, CommandList, Task } from './command.ts'
import { parseCustomId } from './custom-id.ts'
import type { LockMode } from './message-locks.ts'
import { isPosted } from './post.ts'

/** An interaction that was matched to a task, or to the error that answers it. */
export type RoutedInteraction = {
  /** The command's name, or `button` and the action's name; never user input. */
  command: string
} & (
  | { error: CommandErrorCode }
  | {
      task: Task
      /** Whether the answer is a new ephemeral message (`deferReply`) instead of an edit of the clicked one (`deferUpdate`). */
      defersReply?: boolean
      lockMode?: LockMode
    }
)

/** Finds the command or action of an interaction and creates its task. Never throws. */
export function routeInteraction(commands: CommandList, interaction: RepliableInteraction): RoutedInteraction {
  if (interaction.isMessageComponent()) return routeComponent(commands.actions, interaction)
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
    return command && { command: command.data.name, task: command.createTask(interaction.options) }
  }
  if (interaction.isMessageContextMenuCommand()) {
    const command = message.find(({ data }) => data.name === interaction.commandName)
    return command && { command: command.data.name, task: command.createTask(interaction.targetMessage) }
  }
  return undefined
}

function routeComponent(actions: Action[], interaction: MessageComponentInteraction): RoutedInteraction {
  const { customId, message } = interaction
  const parsed = parseCustomId(customId)
  const action = actions.find(({ name }) => name === parsed?.action)
  if (!parsed || !action) return { command: 'button unknown', error: 'outdated_button' }
  const command = `button ${action.name}`
  const error = checkPermission(interaction)
  if (error) return { command, error }
  const values = interaction.isStringSelectMenu() ? interaction.values : []
  const defersReply = action.defersReply === true || isPosted(message)
  const lockMode = { ignoresLock: action.ignoresLock === true || defersReply, runsOnce: action.runsOnce === true }
  try {
    return { command, task: action.createTask(parsed.args, { message, values }), defersReply, lockMode }
  } catch {
    return { command, error: 'outdated_button' }
  }
}

/** Why a user may not use the components of a message; undefined when they may. */
function checkPermission(interaction: MessageComponentInteraction): CommandErrorCode | undefined {
  const { message, user, memberPermissions } = interaction
  // Discord checks the permission for commands, but not for components of a posted message. Command permissions that the
  // server's admins changed are not visible here, so this checks the commands' default permission.
  if (isPosted(message)) {
    return memberPermissions?.has(PermissionFlagsBits.ModerateMembers) ? undefined : 'not_permitted'
  }
  const ownerId = message.interactionMetadata?.user.id
  return ownerId === undefined || ownerId === user.id ? undefined : 'not_your_button'
}
