import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  time,
  TimestampStyles,
  userMention,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
  type APITextDisplayComponent,
  type Message,
} from 'discord.js'
import { parseCustomId } from './custom-id.ts'
import { fileNameOf } from './files.ts'
import type { Texts } from './texts/texts.ts'
import { text } from './view.ts'

/** The action of the button that posts a message. */
export const POST = 'post'

/** Actions that are removed from a posted message: Post and Back. */
const EPHEMERAL_ACTIONS = new Set([POST, 'lookup'])

type RowPart = APIComponentInMessageActionRow

/** Whether a message of the bot is visible to the whole channel; all others are ephemeral. */
export function isPosted({ flags }: Pick<Message, 'flags'>): boolean {
  return !flags.has(MessageFlags.Ephemeral)
}

/** The public copy of an ephemeral message, with a line that says who posted it and when (milliseconds since 1970). */
export function toPosted(
  components: APIMessageTopLevelComponent[],
  { userId, now }: { userId: string; now: number },
  texts: Texts,
): APIMessageTopLevelComponent[] {
  const when = time(Math.floor(now / 1000), TimestampStyles.ShortDateTime)
  return [
    text(`-# ${texts.common.postedBy(userMention(userId), when)}`),
    ...copyComponents(components, (part) => (EPHEMERAL_ACTIONS.has(actionOf(part) ?? '') ? [] : [part])),
  ]
}

/** The ephemeral message after it was posted: its Post button is disabled and says so. */
export function toMarkedAsPosted(
  components: APIMessageTopLevelComponent[],
  texts: Texts,
): APIMessageTopLevelComponent[] {
  return copyComponents(components, (part) =>
    part.type === ComponentType.Button && actionOf(part) === POST
      ? [{ ...part, label: texts.buttons.posted, disabled: true } as RowPart]
      : [part],
  )
}

/** Whether a message has an enabled Post button. */
export function canBePosted(components: APIMessageTopLevelComponent[]): boolean {
  return components
    .flatMap((component) => (component.type === ComponentType.ActionRow ? component.components : []))
    .some((part) => actionOf(part) === POST && part.disabled !== true)
}

const actionOf = (part: RowPart) => ('custom_id' in part ? parseCustomId(part.custom_id)?.action : undefined)

/** Copies components. Discord returns fields that it does not accept (sizes, proxy URLs, ids); only the accepted ones are copied. */
function copyComponents(
  components: APIMessageTopLevelComponent[],
  change: (part: RowPart) => RowPart[],
): APIMessageTopLevelComponent[] {
  return components.flatMap((component): APIMessageTopLevelComponent[] => {
    switch (component.type) {
      case ComponentType.Container: {
        const { type, accent_color: colour } = component
        const parts = component.components.flatMap(copyPart)
        return [{ type, ...(colour === undefined ? {} : { accent_color: colour }), components: parts }]
      }
      case ComponentType.TextDisplay:
        return [copyText(component)]
      case ComponentType.ActionRow: {
        const parts = component.components.flatMap((part) => change(copyRowPart(part)))
        return parts.length > 0 ? [{ type: component.type, components: parts }] : []
      }
      default:
        return []
    }
  })
}

function copyPart(part: APIComponentInContainer): APIComponentInContainer[] {
  switch (part.type) {
    case ComponentType.TextDisplay:
      return [copyText(part)]
    case ComponentType.Section:
      return [{ type: part.type, components: part.components.map(copyText), accessory: copyAccessory(part.accessory) }]
    case ComponentType.MediaGallery:
      return [{ type: part.type, items: part.items.map(copyMedia) }]
    case ComponentType.File:
      return [{ type: part.type, file: { url: `attachment://${fileNameOf(part)}` } }]
    case ComponentType.Separator:
      return [{ type: part.type }]
    default:
      return []
  }
}

const copyText = ({ type, content }: APITextDisplayComponent): APITextDisplayComponent => ({ type, content })

function copyAccessory(accessory: APISectionAccessoryComponent): APISectionAccessoryComponent {
  if (accessory.type !== ComponentType.Thumbnail) throw new TypeError('sections of the bot have a thumbnail')
  return { type: accessory.type, ...copyMedia(accessory) }
}

const copyMedia = <T extends { media: { url: string }; description?: string | null }>(item: T) => ({
  media: { url: item.media.url },
  ...pick(item, 'description'),
})

function copyRowPart(part: RowPart): RowPart {
  if (part.type === ComponentType.Button && part.style !== ButtonStyle.Premium) {
    const target = part.style === ButtonStyle.Link ? pick(part, 'style', 'url') : pick(part, 'style', 'custom_id')
    return { ...pick(part, 'type', 'label', 'disabled'), ...target, ...copyEmoji(part) }
  }
  if (part.type !== ComponentType.StringSelect)
    throw new TypeError('rows of the bot contain buttons and string select menus')
  return {
    ...pick(part, 'type', 'custom_id', 'placeholder'),
    options: part.options.map((option) => ({ ...pick(option, 'label', 'value', 'description'), ...copyEmoji(option) })),
  }
}

const copyEmoji = ({ emoji }: { emoji?: { name?: string | null } }) =>
  emoji?.name ? { emoji: { name: emoji.name } } : {}

/** Copies fields, without those that are null, false or empty: Discord does not accept all that it returns. */
function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key]).map((key) => [key, from[key]])) as Pick<T, K>
}
