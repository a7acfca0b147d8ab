import {
  ComponentType,
  Routes,
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type Client,
  type Message,
  type RepliableInteraction,
} from 'discord.js'
import { z } from 'zod'
import { ICONS } from '../lib/tone.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Handled, Invocation } from './command.ts'
import { isOnMessage } from './interaction-router.ts'
import type { OwnPending, PendingKind } from './pending.ts'
import { serverOf } from './place.ts'
import { isPosted } from './post.ts'
import type { Texts } from './texts/texts.ts'
import { undoButtons } from './undo.ts'
import { createView, nonEmpty, row, text, toMessage, type View } from './view.ts'

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
/** A pressed message, under its id and those of its private answers: Discord names in an answer the message that was pressed. */
const PRESSED: PendingKind<Pressed> = { name: 'pressed', schema: pressedSchema }

/** A message that the bot has posted by itself, such as an alert; the cards of users stay as they were posted. */
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

/** What the server has decided about an account now. */
export interface OwnDecision {
  /** Empty where nothing is known. */
  line: string
  isBanned: boolean
  /** The buttons about the account when the last action cannot be undone; the first one looks it up. */
  buttons: APIButtonComponent[]
}

interface Pressing<T> {
  interaction: RepliableInteraction
  /** The texts in the language of the server. */
  texts: () => Promise<T>
  decide: (guildId: string, steamId: SteamId, texts: T) => OwnDecision
  onFailure: (error: unknown) => void
}

/**
 * Keeps the message that was pressed for its private answers, and for theirs, and returns it; null unless the bot has posted it by itself or it belongs to
 * such a message. Never rejects.
 */
export const keepPressed = (pending: OwnPending, interaction: RepliableInteraction): Promise<Pressed | null> =>
  // Nothing is lost but an edit.
  readAndKeep(pending, interaction).catch(() => null)

async function readAndKeep(pending: OwnPending, interaction: RepliableInteraction): Promise<Pressed | null> {
  if (!isOnMessage(interaction) || serverOf(interaction) === null) return null
  const { message } = interaction
  const isShown = isPosted(message)
  const source = isShown ? null : sourceOf(message)
  const kept = source === null ? null : await pending.load(PRESSED, source)
  const pressed = isShown && message.interactionMetadata === null ? readPressed(message) : kept
  // A message about no account, or about several, is not changed by what its private answers do.
  if (pressed?.accounts.length === 1) await pending.save(PRESSED, pressed, message.id)
  return pressed
}

/** The function of an invocation that shows in the pressed message what was done, so that the team sees it there. */
export function createPressing<T extends Texts>(
  pending: OwnPending,
  { interaction, texts, decide, onFailure }: Pressing<T>,
): Pick<Invocation<unknown, T>, 'editPressed'> {
  // The task does not wait for the database.
  const keeping = keepPressed(pending, interaction)
  const guildId = serverOf(interaction)
  return {
    async editPressed(steamId, describe) {
      const pressed = await keeping
      if (!pressed || guildId === null) return
      // A private answer may have led on to another account.
      const isDirect = isOnMessage(interaction) && interaction.message.id === pressed.id
      if (!isDirect && pressed.accounts[0] !== steamId) return
      try {
        const own = await texts()
        const decision = steamId === undefined ? null : decide(guildId, steamId, own)
        await edit(interaction.client.rest, pressed, toView(pressed, describe(own), decision, own))
      } catch (error) {
        onFailure(error)
      }
    },
  }
}

/** A handled message: its heading, what was done, and what the server has decided now. */
function toView(
  { heading, hasContainer }: Pressed,
  { line, undo, saysDecision = false }: Handled,
  decision: OwnDecision | null,
  texts: Texts,
): View {
  // The lines below say whether the server bans the account now.
  const shown = heading.replace(SIGN_OF_OWN_BAN, '$1')
  const [, signs = ''] = heading.split(' ')
  const tone = (['banned', 'restricted'] as const).find((each) => signs.includes(ICONS[each])) ?? 'neutral'
  const content = nonEmpty(shown, saysDecision ? '' : (decision?.line ?? ''), line).join('\n')
  const { buttons = [] } = decision ?? {}
  const rows = [row(undo ? [...buttons.slice(0, 1), ...undoButtons(undo, texts)] : buttons)]
  const view = createView(decision?.isBanned ? 'banned' : tone, [content], rows)
  return hasContainer ? view : { components: [text(content), ...view.components.slice(1)] }
}

/** The sign of the server's own ban at the beginning of a heading. */
const SIGN_OF_OWN_BAN = /^(#+ )🔨 ?/u

/** Shows a message anew. Rejects when Discord does not accept it. */
async function edit(rest: Client['rest'], { channelId, id }: Pressed, view: View): Promise<void> {
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
