import { MessageFlags, PermissionFlagsBits } from 'discord.js'
import type { Message, MessageComponentInteraction, RepliableInteraction } from 'discord.js'
import type { LockMode } from './message-locks.ts'
import type { CommandList } from './command.ts'
import { parseCustomId } from './custom-id.ts'
import type { CommandErrorCode } from './command-error.ts'
import type { Task } from './task.ts'

/** What an interaction asks for, before anything is done about it. */
export interface RoutedInteraction {
  /** The command's name, or `button` and the action's name; never a word of the user's. */
  command: string
  /** Or why it is refused unread. */
  task: Task | CommandErrorCode
  /** Whether the answer is a new private message, and the message with the component stays as it is. */
  defersReply?: boolean
  mode?: LockMode
}

/** Whether a message of ours is in the channel for everybody; all others are private. */
export function isPosted({ flags }: Pick<Message, 'flags'>): boolean {
  return !flags.has(MessageFlags.Ephemeral)
}

/** Finds the command or the action that an interaction means, and lets it read what is wanted. Never throws. */
export function createInteractionRouter({
  slash,
  message,
  actions,
}: CommandList): (interaction: RepliableInteraction) => RoutedInteraction {
  const slashByName = new Map(slash.map((command) => [command.data.name, command]))
  const messageByName = new Map(message.map((command) => [command.data.name, command]))
  const actionByName = new Map(actions.map((action) => [action.name, action]))

  const openCommand = (interaction: RepliableInteraction): RoutedInteraction | undefined => {
    if (interaction.isChatInputCommand()) {
      const command = slashByName.get(interaction.commandName)
      return command && { command: command.data.name, task: command.createTask(interaction.options) }
    }
    if (interaction.isMessageContextMenuCommand()) {
      const command = messageByName.get(interaction.commandName)
      return command && { command: command.data.name, task: command.createTask(interaction.targetMessage) }
    }
    return undefined
  }

  const openButton = (interaction: MessageComponentInteraction): RoutedInteraction => {
    const { customId, message } = interaction
    const address = parseCustomId(customId)
    const action = actionByName.get(address?.action ?? '')
    if (!address || !action) return { command: 'button unknown', task: 'outdated_button' }
    const command = `button ${action.name}`
    const refusal = refuseUser(interaction)
    if (refusal) return { command, task: refusal }
    const values = interaction.isStringSelectMenu() ? interaction.values : []
    const defersReply = action.defersReply === true || isPosted(message)
    const mode = { ignoresLock: action.ignoresLock === true || defersReply, runsOnce: action.runsOnce === true }
    try {
      return { command, task: action.createTask(address.args, { message, values }), defersReply, mode }
    } catch {
      return { command, task: 'outdated_button' }
    }
  }

  /** Why a user may not use the components of a message; undefined when they may. */
  const refuseUser = ({
    message,
    user,
    memberPermissions,
  }: MessageComponentInteraction): CommandErrorCode | undefined => {
    // Discord checks who may use a command, but not who may click on what it has posted. What a server's admins have
    // changed about a command cannot be seen here, so this asks for the permission that the commands ask for by default.
    if (isPosted(message))
      return memberPermissions?.has(PermissionFlagsBits.ModerateMembers) ? undefined : 'not_permitted'
    const ownerId = message.interactionMetadata?.user.id
    return ownerId === undefined || ownerId === user.id ? undefined : 'not_your_button'
  }

  return (interaction) => {
    if (interaction.isMessageComponent()) return openButton(interaction)
    const unknown: RoutedInteraction = { command: 'unknown', task: 'unknown_command' }
    try {
      return openCommand(interaction) ?? unknown
    } catch {
      // Discord still shows an older form of the command, without an option that is needed now.
      return unknown
    }
  }
}
