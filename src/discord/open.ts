import type { MessageComponentInteraction, RepliableInteraction } from 'discord.js'
import type { CommandList } from './command.ts'
import { parseCustomId } from './custom-id.ts'
import type { RefusalCode } from './refusal.ts'
import type { Task } from './task.ts'

/** What an interaction asks for, before anything is done about it. */
export interface Opened {
  /** The command's name, or `button` and the action's name; never a word of the user's. */
  command: string
  /** Or why it is refused unread. */
  task: Task | RefusalCode
  isUrgent?: boolean
}

/** Finds the command or the action that an interaction means, and lets it read what is wanted. Never throws. */
export function createOpener({ slash, message, actions }: CommandList): (interaction: RepliableInteraction) => Opened {
  const slashByName = new Map(slash.map((command) => [command.data.name, command]))
  const messageByName = new Map(message.map((command) => [command.data.name, command]))
  const actionByName = new Map(actions.map((action) => [action.name, action]))

  const openCommand = (interaction: RepliableInteraction): Opened | undefined => {
    if (interaction.isChatInputCommand()) {
      const command = slashByName.get(interaction.commandName)
      return command && { command: command.data.name, task: command.open(interaction.options) }
    }
    if (interaction.isMessageContextMenuCommand()) {
      const command = messageByName.get(interaction.commandName)
      return command && { command: command.data.name, task: command.open(interaction.targetMessage) }
    }
    return undefined
  }

  const openButton = ({ customId, message, user }: MessageComponentInteraction): Opened => {
    const address = parseCustomId(customId)
    const action = actionByName.get(address?.action ?? '')
    if (!address || !action) return { command: 'button unknown', task: 'outdated_button' }
    const command = `button ${action.name}`
    const ownerId = message.interactionMetadata?.user.id
    if (ownerId !== undefined && ownerId !== user.id) return { command, task: 'not_your_button' }
    try {
      return { command, task: action.open(address.words, message), isUrgent: action.isUrgent ?? false }
    } catch {
      return { command, task: 'outdated_button' }
    }
  }

  return (interaction) => {
    if (interaction.isMessageComponent()) return openButton(interaction)
    const unknown: Opened = { command: 'unknown', task: 'unknown_command' }
    try {
      return openCommand(interaction) ?? unknown
    } catch {
      // Discord still shows an older form of the command, without an option that is needed now.
      return unknown
    }
  }
}
