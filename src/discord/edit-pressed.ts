import {
  ComponentType,
  Routes,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type Message,
  type RepliableInteraction,
} from 'discord.js'
import type { Handled } from './command.ts'
import { isOnMessage } from './interaction-router.ts'
import { serverOf } from './place.ts'
import { isPosted } from './post.ts'
import { row, text, toMessage, type View } from './view.ts'

/** Whether the bot has posted the pressed message by itself, such as an alert; the cards of users stay as they were posted. */
const isOwn = (message: Message) => isPosted(message) && message.interactionMetadata === null

/**
 * Shows in the pressed message what was done, so that the team sees it there. Does nothing for other messages than those that the bot has posted by
 * itself. Rejects when Discord does not accept it.
 */
export async function editPressed(interaction: RepliableInteraction, handled: () => Promise<Handled>): Promise<void> {
  if (!isOnMessage(interaction) || serverOf(interaction) === null || !isOwn(interaction.message)) return
  const { id, channelId } = interaction.message
  const shown = interaction.message.components.map((component) => component.toJSON())
  const container = shown.find((component) => component.type === ComponentType.Container)
  // A line of the log has no container.
  const heading = headingOf(container ? container.components : shown)
  if (!heading) return
  const { line, buttons } = await handled()
  const lines = text(`${heading}\n${line}`)
  const view: View = {
    components: [
      container ? { ...container, components: [lines] } : lines,
      ...(buttons.length > 0 ? [row(buttons)] : []),
    ],
  }
  const { flags, components, attachments } = toMessage(view)
  const body = { flags, components, attachments, allowed_mentions: { parse: [] } }
  // Not by discord.js's own method, which needs a cached channel.
  await interaction.client.rest.patch(Routes.channelMessage(channelId, id), { body })
}

/** The first line of a message, which names its account. */
function headingOf(components: readonly (APIComponentInContainer | APIMessageTopLevelComponent)[]): string | undefined {
  const [first] = components
  const shown = first?.type === ComponentType.Section ? first.components[0] : first
  return shown?.type === ComponentType.TextDisplay ? shown.content.split('\n')[0] : undefined
}
