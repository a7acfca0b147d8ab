import { ComponentType, MessageFlags, time, TimestampStyles, userMention, type Message } from 'discord.js'
import { parseCustomId } from './custom-id.ts'
import type { Texts } from './texts/texts.ts'
import { text, type View } from './view.ts'
import { buttonRows } from './views/button-rows.ts'
import { POST } from './views/parts.ts'

type Component = View['components'][number]

/** Whether a message of the bot is visible to the whole channel; otherwise it is ephemeral. */
export function isPosted({ flags }: Pick<Message, 'flags'>): boolean {
  return !flags.has(MessageFlags.Ephemeral)
}

/** A card for a channel, below a line that says who posted it and when (`now`, Unix milliseconds). */
export function toPosted(card: View, { userId, now }: { userId: string; now: number }, texts: Texts): View {
  const when = time(Math.floor(now / 1000), TimestampStyles.ShortDateTime)
  const view = withoutPost(card, texts)
  const head = text(`-# ${texts.common.postedBy({ who: userMention(userId), when })}`)
  return { ...view, components: [head, ...view.components] }
}

/** A view without the Post button, for where nothing may be posted. Its other buttons are in rows of nearly equal length. */
export function withoutPost(view: View, texts: Texts): View {
  const buttons = view.components.flatMap(buttonsOf).filter((button) => {
    return !('custom_id' in button) || parseCustomId(button.custom_id)?.action !== POST
  })
  const isOther = (component: Component) => buttonsOf(component).length === 0
  const above = view.components.slice(
    0,
    Math.max(
      0,
      view.components.findIndex((component) => !isOther(component)),
    ),
  )
  const below = view.components.slice(above.length).filter(isOther)
  return { ...view, components: [...above, ...buttonRows(buttons, texts), ...below] }
}

const buttonsOf = (component: Component) =>
  component.type === ComponentType.ActionRow
    ? component.components.filter((part) => part.type === ComponentType.Button)
    : []
