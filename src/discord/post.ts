import {
  ComponentType,
  MessageFlags,
  time,
  TimestampStyles,
  userMention,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIFileComponent,
  type Message,
} from 'discord.js'
import { parseCustomId } from './custom-id.ts'
import { fileNameOf } from './files.ts'
import type { Texts } from './texts/texts.ts'
import { isPrivate, text, type View } from './view.ts'
import { buttonRows } from './views/button-rows.ts'
import { POST } from './views/parts.ts'

/**
 * The fields that Discord accepts in an object, by the name of the field that contains the object. Discord returns components with further
 * fields, such as sizes, proxy URLs and ids.
 */
const FIELDS: Record<string, string> = {
  components:
    'type components content accessory items accent_color style label custom_id url disabled emoji placeholder options',
  accessory: 'type media description',
  items: 'media description',
  media: 'url',
  options: 'label value description emoji',
  emoji: 'name',
}

type Components = View['components']
type RowPart = APIComponentInMessageActionRow

/** Whether a message of the bot is visible to the whole channel; otherwise it is ephemeral. */
export function isPosted({ flags }: Pick<Message, 'flags'>): boolean {
  return !flags.has(MessageFlags.Ephemeral)
}

/**
 * The public copy of an ephemeral message: without private components and the Post button, and with a line that says who posted it and when
 * (`now`, Unix milliseconds).
 */
export function toPosted(
  components: Components,
  { userId, now }: { userId: string; now: number },
  texts: Texts,
): Components {
  const when = time(Math.floor(now / 1000), TimestampStyles.ShortDateTime)
  return [
    text(`-# ${texts.common.postedBy({ who: userMention(userId), when })}`),
    ...withEvenRows(
      copyComponents(withoutPrivate(components), (part) => (isPrivate(part) || actionOf(part) === POST ? [] : [part])),
      texts,
    ),
  ]
}

/** The ephemeral message after it was posted: its Post button is disabled and has another label. */
export function toMarkedAsPosted(components: Components, texts: Texts): Components {
  return copyComponents(components, (part) =>
    part.type === ComponentType.Button && 'custom_id' in part && actionOf(part) === POST
      ? [{ ...part, label: texts.buttons.posted, disabled: true }]
      : [part],
  )
}

/** A view without the Post button, for where nothing may be posted. */
export const withoutPost = (view: View, texts: Texts): View => ({
  ...view,
  components: withEvenRows(
    changeRows(view.components, (part) => (actionOf(part) === POST ? [] : [part])),
    texts,
  ),
})

/** Whether a message has an enabled Post button. */
export function canBePosted(components: Components): boolean {
  return components
    .flatMap((component) => (component.type === ComponentType.ActionRow ? component.components : []))
    .some((part) => actionOf(part) === POST && part.disabled !== true)
}

const actionOf = (part: RowPart) => ('custom_id' in part ? parseCustomId(part.custom_id)?.action : undefined)

/** Removes the private parts of containers. */
const withoutPrivate = (components: Components): Components =>
  components.map((component) =>
    component.type === ComponentType.Container
      ? { ...component, components: component.components.filter((part) => !isPrivate(part)) }
      : component,
  )

/** Puts the buttons that are left into rows of nearly equal length, below the menus. */
function withEvenRows(components: Components, texts: Texts): Components {
  const buttons = components.flatMap((component) => (isButtonRow(component) ? component.components : []))
  return [...components.filter((component) => !isButtonRow(component)), ...buttonRows(buttons, texts)]
}

const isButtonRow = (component: Components[number]): component is APIActionRowComponent<APIButtonComponent> =>
  component.type === ComponentType.ActionRow && component.components[0]?.type === ComponentType.Button

/** Copies components in the form that Discord accepts. `change` returns what replaces a part of a row; empty rows are left out. */
const copyComponents = (components: Components, change: (part: RowPart) => RowPart[]): Components =>
  changeRows(copyAccepted(components, 'components') as Components, change)

function changeRows(components: Components, change: (part: RowPart) => RowPart[]): Components {
  return components.flatMap((component): Components => {
    if (component.type !== ComponentType.ActionRow) return [component]
    const parts = component.components.flatMap(change)
    return parts.length > 0 ? [{ ...component, components: parts }] : []
  })
}

/** Copies the content of a field, without empty fields and without fields that Discord does not accept. */
function copyAccepted(content: unknown, field: string): unknown {
  if (Array.isArray(content)) return content.map((part) => copyAccepted(part, field))
  if (typeof content !== 'object' || content === null) return content
  if (isFile(content)) return { type: content.type, file: { url: `attachment://${fileNameOf(content)}` } }
  const fields = FIELDS[field]?.split(' ') ?? []
  const isKept = (name: string, value: unknown) =>
    (fields.includes(name) && value) || (name === 'id' && typeof value === 'number' && isPrivate({ id: value }))
  const accepted = Object.entries(content).filter(([name, value]) => isKept(name, value))
  return Object.fromEntries(accepted.map(([name, value]) => [name, copyAccepted(value, name)]))
}

const isFile = (part: object): part is APIFileComponent => 'type' in part && part.type === ComponentType.File
