import { ComponentType, userMention } from 'discord.js'
import type {
  APIComponentInContainer,
  APIMessageTopLevelComponent,
  APISectionAccessoryComponent,
  APITextDisplayComponent,
} from 'discord.js'
import type { Texts } from './texts/texts.ts'
import { text } from './view.ts'
import type { View } from './view.ts'

/** What a private message shows, as a public one that names who asked: without buttons, and without files. */
export function toPosted(components: APIMessageTopLevelComponent[], userId: string, texts: Texts): View {
  return {
    components: [
      text(`-# ${texts.common.postedBy(userMention(userId))}`),
      ...components.flatMap((component) =>
        component.type === ComponentType.Container
          ? [{ ...pick(component, 'type', 'accent_color'), components: component.components.flatMap(toPostedPart) }]
          : [],
      ),
    ],
  }
}

// Discord gives back more than it takes (sizes, proxies, ids), so each part is made anew of what it takes.
function toPostedPart(part: APIComponentInContainer): APIComponentInContainer[] {
  switch (part.type) {
    case ComponentType.TextDisplay:
      return [toText(part)]
    case ComponentType.Section:
      return [{ type: part.type, components: part.components.map(toText), accessory: toAccessory(part.accessory) }]
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
    case ComponentType.Separator:
      return [{ type: part.type }]
    default:
      return []
  }
}

const toText = ({ type, content }: APITextDisplayComponent): APITextDisplayComponent => ({ type, content })

function toAccessory(accessory: APISectionAccessoryComponent): APISectionAccessoryComponent {
  if (accessory.type !== ComponentType.Thumbnail) throw new TypeError('our sections have pictures beside them')
  const { type, media, description } = accessory
  return { type, media: { url: media.url }, ...(description ? { description } : {}) }
}

function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}
