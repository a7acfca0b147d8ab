import { z } from 'zod'
import { COMPONENT } from '../wire.ts'
import { isHttp } from './address.ts'
import {
  button,
  entitySelect,
  id,
  stringSelect,
  type Button,
  type EntitySelect,
  type StringSelect,
} from './controls.ts'
import { report } from './problems.ts'

const spoiler = z.boolean().nullish()

const row = z
  .object({
    type: z.literal(COMPONENT.row),
    id,
    components: z
      .array(z.discriminatedUnion('type', [button, stringSelect, entitySelect]))
      .min(1)
      .max(5),
  })
  .superRefine(({ components }, context) => {
    if (components.length > 1 && components.some(({ type }) => type !== COMPONENT.button)) {
      report(context, ['components'], 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'A row holds up to 5 buttons, or one select')
    }
  })

const text = z
  .object({ type: z.literal(COMPONENT.text), id, content: z.string().min(1).max(4000) })
  .superRefine(({ content }, context) => {
    if (content.trim() === '') report(context, ['content'], 'BASE_TYPE_REQUIRED', 'This field is required')
  })

const media = z.object({ url: z.string().max(2048) }).superRefine(({ url }, context) => {
  if (!isHttp(url) && !url.startsWith('attachment://')) {
    const schemes = "('http', 'https', 'attachment')"
    report(context, ['url'], 'URL_TYPE_INVALID_SCHEME', `Not a URL with one of the schemes ${schemes}`)
  }
})
const description = z.string().min(1).max(1024).nullish()

const thumbnail = z.object({ type: z.literal(COMPONENT.thumbnail), id, media, description, spoiler })

const section = z.object({
  type: z.literal(COMPONENT.section),
  id,
  components: z.array(text).min(1).max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
})

const gallery = z.object({
  type: z.literal(COMPONENT.gallery),
  id,
  items: z.array(z.object({ media, description, spoiler })).min(1).max(10),
})

const file = z.object({ type: z.literal(COMPONENT.file), id, file: media, spoiler }).superRefine((value, context) => {
  if (!value.file.url.startsWith('attachment://')) {
    report(context, ['file', 'url'], 'URL_TYPE_INVALID_SCHEME', 'A file component shows attachment:// only')
  }
})

const separator = z.object({
  type: z.literal(COMPONENT.separator),
  id,
  divider: z.boolean().nullish(),
  spacing: z.literal([1, 2]).nullish(),
})

const container = z.object({
  type: z.literal(COMPONENT.container),
  id,
  accent_color: z.int().min(0).max(0xffffff).nullish(),
  spoiler,
  components: z
    .array(z.discriminatedUnion('type', [row, section, text, gallery, file, separator]))
    .min(1)
    .max(40),
})

/** A component at the top of a message, in the form a bot sends it. */
export const componentSchema = z.discriminatedUnion('type', [row, section, text, gallery, file, separator, container])

export type Component = z.infer<typeof componentSchema>

/** A component at any level. */
export type AnyComponent = Component | z.infer<typeof thumbnail> | Button | StringSelect | EntitySelect

/** All components with their paths, including nested ones and accessories, in reading order. */
export function* walkComponents(
  components: readonly AnyComponent[],
  path: (string | number)[] = ['components'],
): Generator<{ component: AnyComponent; path: (string | number)[] }> {
  for (const [index, component] of components.entries()) {
    const here = [...path, index]
    yield { component, path: here }
    if ('components' in component) yield* walkComponents(component.components, [...here, 'components'])
    if ('accessory' in component) yield { component: component.accessory, path: [...here, 'accessory'] }
  }
}

/** The media of a component, with their paths inside the component. */
export function mediaOf(component: AnyComponent): { url: string; path: (string | number)[] }[] {
  switch (component.type) {
    case COMPONENT.thumbnail:
      return [{ url: component.media.url, path: ['media', 'url'] }]
    case COMPONENT.file:
      return [{ url: component.file.url, path: ['file', 'url'] }]
    case COMPONENT.gallery:
      return component.items.map(({ media }, index) => ({ url: media.url, path: ['items', index, 'media', 'url'] }))
    default:
      return []
  }
}
