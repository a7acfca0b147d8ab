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
import { BAN_ICON, ICONS } from '../lib/tone.ts'
import type { Handled, Invocation } from './command.ts'
import { isOnMessage } from './interaction-router.ts'
import type { OwnPending, PendingKind } from './pending.ts'
import { serverOf } from './place.ts'
import { isPosted } from './post.ts'
import type { Texts } from './texts/texts.ts'
import { createView, row, text, toMessage, type View } from './view.ts'

/** Whether the bot has posted the pressed message by itself, such as an alert; the cards of users stay as they were posted. */
const isOwn = (message: Message) => isPosted(message) && message.interactionMetadata === null

const pressedSchema = z.object({
  channelId: z.string(),
  id: z.string(),
  heading: z.string(),
  /** A line of the log has no container. */
  hasContainer: z.boolean(),
  /** The accounts of its buttons. */
  accounts: z.array(z.string()),
})
/** A message that the bot has posted by itself, as far as showing in it what was done needs it. */
type Pressed = z.infer<typeof pressedSchema>
/** A pressed message under its own id, which Discord names in the private answers to its buttons. */
const PRESSED: PendingKind<Pressed> = { name: 'pressed', schema: pressedSchema }

/** The pressed message; null for other messages than those that the bot has posted by itself. */
function readPressed({ components, id, channelId }: Message): Pressed | null {
  const shown = components.map((component) => component.toJSON())
  const container = shown.find((component) => component.type === ComponentType.Container)
  const heading = headingOf(container ? container.components : shown)
  if (heading === undefined) return null
  const ids = JSON.stringify(shown).matchAll(/"custom_id":"[^"]*:(\d{17})\b/g)
  const accounts = [...new Set(Array.from(ids, ([, steamId = '']) => steamId))]
  return { id, channelId, heading, accounts, hasContainer: container !== undefined }
}

/** The message whose button or form led to a private message; null for the answer to a command. */
function sourceOf({ interactionMetadata }: Message): string | null {
  const { interactedMessageId, triggeringInteractionMetadata: opener } = interactionMetadata ?? {}
  return interactedMessageId ?? opener?.interactedMessageId ?? null
}

interface Pressing<T> extends Pick<Client, 'rest'> {
  interaction: RepliableInteraction
  /** The texts in the language of the server. */
  texts: () => Promise<T>
  onFailure: (error: unknown) => void
}

/** The function of an invocation that shows in the pressed message what was done, so that the team sees it there. Keeps that message for its private answers. */
export async function createPressing<T extends Texts>(
  pending: OwnPending,
  { interaction, rest, texts, onFailure }: Pressing<T>,
): Promise<Pick<Invocation<unknown, T>, 'editPressed'>> {
  const message = isOnMessage(interaction) && serverOf(interaction) !== null ? interaction.message : null
  const own = message && isOwn(message) ? readPressed(message) : null
  if (own?.accounts.length === 1) await pending.save(PRESSED, own, own.id)
  const source = message && !isPosted(message) ? sourceOf(message) : null
  return {
    async editPressed(steamId, describe) {
      try {
        const found = own ?? (source === null ? null : await pending.load(PRESSED, source))
        // A private answer may have led on to another account.
        if (found && (own || found.accounts[0] === steamId)) await edit(rest, found, describe(await texts()))
      } catch (error) {
        onFailure(error)
      }
    },
  }
}

/** Tones of the signs before an account that a handled message keeps. */
const KEPT_TONES = ['banned', 'restricted'] as const

/** Shows in a message what was done. Rejects when Discord does not accept it. */
async function edit(
  rest: Client['rest'],
  { channelId, id, heading, hasContainer }: Pressed,
  { line, buttons }: Handled,
): Promise<void> {
  // The line says whether the server bans the account now.
  const shown = `${heading.replace(BAN_ICON, '')}\n${line}`
  const [, signs = ''] = heading.split(' ')
  const tone = line.startsWith(BAN_ICON) ? 'banned' : KEPT_TONES.find((each) => signs.includes(ICONS[each]))
  const rows = [row(buttons)].filter(({ components }) => components.length > 0)
  const view: View = hasContainer
    ? createView(tone ?? 'neutral', [shown], rows)
    : { components: [text(shown), ...rows] }
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
