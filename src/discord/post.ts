import { ButtonStyle, ComponentType, time, TimestampStyles, userMention } from 'discord.js'
import type {
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIMessageTopLevelComponent,
  APISectionAccessoryComponent,
  APITextDisplayComponent,
} from 'discord.js'
import { parseCustomId } from './custom-id.ts'
import { fileNameOf } from './files.ts'
import type { Texts } from './texts/texts.ts'
import { text } from './view.ts'

/** The action of the button that posts a message. */
export const POST = 'post'

/** Actions that make sense in the private message alone: posting it, and going back in it. */
const PRIVATE_ACTIONS = new Set([POST, 'lookup'])

type RowPart = APIComponentInMessageActionRow

/** What a private message shows, as a public one that says who posted it and when (milliseconds since 1970). */
export function toPosted(
  components: APIMessageTopLevelComponent[],
  { userId, now }: { userId: string; now: number },
  texts: Texts,
): APIMessageTopLevelComponent[] {
  const when = time(Math.floor(now / 1000), TimestampStyles.ShortDateTime)
  return [
    text(`-# ${texts.common.postedBy(userMention(userId), when)}`),
    ...remake(components, (part) => (PRIVATE_ACTIONS.has(actionOf(part) ?? '') ? [] : [part])),
  ]
}

/** The private message after it was posted: the same, with a button that says so in the place of the one that posts. */
export function toMarkedAsPosted(
  components: APIMessageTopLevelComponent[],
  texts: Texts,
): APIMessageTopLevelComponent[] {
  return remake(components, (part) =>
    part.type === ComponentType.Button && actionOf(part) === POST
      ? [{ ...part, label: texts.buttons.posted, disabled: true } as RowPart]
      : [part],
  )
}

/** Whether a message still offers to be posted. */
export function canBePosted(components: APIMessageTopLevelComponent[]): boolean {
  return components
    .flatMap((component) => (component.type === ComponentType.ActionRow ? component.components : []))
    .some((part) => actionOf(part) === POST && part.disabled !== true)
}

const actionOf = (part: RowPart) => ('custom_id' in part ? parseCustomId(part.custom_id)?.action : undefined)

// Discord gives back more than it takes (sizes, proxies, ids), so each part is made anew of what it takes.
function remake(
  components: APIMessageTopLevelComponent[],
  change: (part: RowPart) => RowPart[],
): APIMessageTopLevelComponent[] {
  return components.flatMap((component): APIMessageTopLevelComponent[] => {
    switch (component.type) {
      case ComponentType.Container: {
        const { type, accent_color: colour } = component
        const parts = component.components.flatMap(remakePart)
        return [{ type, ...(colour === undefined ? {} : { accent_color: colour }), components: parts }]
      }
      case ComponentType.TextDisplay:
        return [remakeText(component)]
      case ComponentType.ActionRow: {
        const parts = component.components.flatMap((part) => change(remakeRowPart(part)))
        return parts.length > 0 ? [{ type: component.type, components: parts }] : []
      }
      default:
        return []
    }
  })
}

function remakePart(part: APIComponentInContainer): APIComponentInContainer[] {
  switch (part.type) {
    case ComponentType.TextDisplay:
      return [remakeText(part)]
    case ComponentType.Section:
      return [
        { type: part.type, components: part.components.map(remakeText), accessory: remakeAccessory(part.accessory) },
      ]
    case ComponentType.MediaGallery:
      return [
        {
          type: part.type,
          items: part.items.map(({ media, description }) => ({
            media: { url: media.url },
            ...(description ? { description } : {}),
          })),
        },
      ]
    case ComponentType.File:
      return [{ type: part.type, file: { url: `attachment://${fileNameOf(part)}` } }]
    case ComponentType.Separator:
      return [{ type: part.type }]
    default:
      return []
  }
}

const remakeText = ({ type, content }: APITextDisplayComponent): APITextDisplayComponent => ({ type, content })

function remakeAccessory(accessory: APISectionAccessoryComponent): APISectionAccessoryComponent {
  if (accessory.type !== ComponentType.Thumbnail) throw new TypeError('our sections have pictures beside them')
  const { type, media, description } = accessory
  return { type, media: { url: media.url }, ...(description ? { description } : {}) }
}

function remakeRowPart(part: RowPart): RowPart {
  const emojiOf = ({ emoji }: { emoji?: { name?: string | null } }) =>
    emoji?.name ? { emoji: { name: emoji.name } } : {}
  if (part.type === ComponentType.Button && part.style !== ButtonStyle.Premium) {
    const target = part.style === ButtonStyle.Link ? pick(part, 'style', 'url') : pick(part, 'style', 'custom_id')
    return {
      type: part.type,
      ...target,
      ...(part.label ? { label: part.label } : {}),
      ...emojiOf(part),
      ...(part.disabled ? { disabled: true } : {}),
    }
  }
  if (part.type !== ComponentType.StringSelect)
    throw new TypeError('our rows hold buttons and menus of our own options')
  const { type, custom_id: customId, placeholder, options } = part
  return {
    type,
    custom_id: customId,
    ...(placeholder ? { placeholder } : {}),
    options: options.map((option) => ({
      ...pick(option, 'label', 'value'),
      ...(option.description ? { description: option.description } : {}),
      ...emojiOf(option),
    })),
  }
}

function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}
