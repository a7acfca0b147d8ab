import {
  ComponentType,
  Routes,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type Client,
  type Message,
  type RepliableInteraction,
} from 'discord.js'
import { z } from 'zod'
import type { Handled, Invocation } from './command.ts'
import { isOnMessage } from './interaction-router.ts'
import type { OwnPending, PendingKind } from './pending.ts'
import { serverOf } from './place.ts'
import { isPosted } from './post.ts'
import type { Texts } from './texts/texts.ts'
import { row, text, toMessage, type View } from './view.ts'

/** Whether the bot has posted the pressed message by itself, such as an alert; the cards of users stay as they were posted. */
const isOwn = (message: Message) => isPosted(message) && message.interactionMetadata === null

const pressedSchema = z.object({
  channelId: z.string(),
  id: z.string(),
  heading: z.string(),
  /** A line of the log has no container. */
  container: z.object({ accent_color: z.int().nullish() }).nullable(),
})
/** A message that the bot has posted by itself, as far as showing in it what was done needs it. */
type Pressed = z.infer<typeof pressedSchema>
/** The message in which a question was begun, for its Confirm button, or the Undo button of the answer. */
const PRESSED: PendingKind<Pressed> = { name: 'pressed', schema: pressedSchema }

/** The pressed message; null for other messages than those that the bot has posted by itself. */
export function pressedOf(interaction: RepliableInteraction): Pressed | null {
  if (!isOnMessage(interaction) || serverOf(interaction) === null || !isOwn(interaction.message)) return null
  const { id, channelId } = interaction.message
  const shown = interaction.message.components.map((component) => component.toJSON())
  const container = shown.find((component) => component.type === ComponentType.Container)
  const heading = headingOf(container ? container.components : shown)
  if (heading === undefined) return null
  return { id, channelId, heading, container: container ? { accent_color: container.accent_color } : null }
}

interface Pressing<T> extends Pick<Client, 'rest'> {
  pressed: () => Pressed | null
  /** The texts in the language of the server. */
  texts: () => Promise<T>
  onFailure: (error: unknown) => void
}

/** The functions of an invocation that show in a pressed message what was done, so that the team sees it there. */
export const createPressing = <T extends Texts>(
  pending: OwnPending,
  { pressed, rest, texts, onFailure }: Pressing<T>,
): Pick<Invocation<unknown, T>, 'editPressed' | 'keepPressed'> => ({
  async editPressed(describe, kept) {
    try {
      const shown = kept === undefined ? pressed() : await pending.load(PRESSED, kept)
      if (shown) await edit(rest, shown, describe(await texts()))
    } catch (error) {
      onFailure(error)
    }
  },
  async keepPressed() {
    const shown = pressed()
    return shown ? pending.save(PRESSED, shown) : undefined
  },
})

/** Shows in a message what was done. Rejects when Discord does not accept it. */
async function edit(
  rest: Client['rest'],
  { channelId, id, heading, container }: Pressed,
  { line, buttons }: Handled,
): Promise<void> {
  const lines = text(`${heading}\n${line}`)
  const view: View = {
    components: [
      container
        ? { type: ComponentType.Container, accent_color: container.accent_color ?? null, components: [lines] }
        : lines,
      ...(buttons.length > 0 ? [row(buttons)] : []),
    ],
  }
  const { flags, components, attachments } = toMessage(view)
  const body = { flags, components, attachments, allowed_mentions: { parse: [] } }
  // Not by discord.js's own method, which needs a cached channel.
  await rest.patch(Routes.channelMessage(channelId, id), { body })
}

/** The first line of a message, which names its account. */
function headingOf(components: readonly (APIComponentInContainer | APIMessageTopLevelComponent)[]): string | undefined {
  const [first] = components
  const shown = first?.type === ComponentType.Section ? first.components[0] : first
  return shown?.type === ComponentType.TextDisplay ? shown.content.split('\n')[0] : undefined
}
