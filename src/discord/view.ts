import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIMessageTopLevelComponent,
  type APITextDisplayComponent,
} from 'discord.js'
import { COLOURS, type Tone } from '../lib/tone.ts'

/** A file attached to a message. */
export interface ViewFile {
  name: string
  data: Buffer
}

/** The content of a message: Discord's Components V2, and files. */
export interface View {
  components: APIMessageTopLevelComponent[]
  files?: ViewFile[]
}

/** The accent colour of a tone, as Discord takes it. */
export const accentColourOf = (tone: Tone) => Number.parseInt(COLOURS[tone].slice(1), 16)

/**
 * A message: a container with the accent colour of a tone, in which strings are Markdown texts, and rows below it. Rows
 * without components are left out.
 */
export function createView(
  tone: Tone,
  parts: (string | APIComponentInContainer)[],
  rows: APIActionRowComponent<APIComponentInMessageActionRow>[],
  files: ViewFile[] = [],
): View {
  const components = parts.map((part) => (typeof part === 'string' ? text(part) : part))
  const container = { type: ComponentType.Container as const, accent_color: accentColourOf(tone), components }
  return { components: [container, ...rows.filter((each) => each.components.length > 0)], files }
}

/** Text in Discord's Markdown; text from users must be escaped first. */
export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content }
}

/** Marks a component that must never be posted. Discord keeps it, and numbers the other components from 1. */
export const PRIVATE_ID = 1_000_000

/** Text that only the user may see; `toPosted` leaves it out. One message has one at most. */
export const privateText = (content: string): APITextDisplayComponent => ({ ...text(content), id: PRIVATE_ID })

/** A button that sends an interaction. */
export function button(
  emoji: string,
  label: string,
  customId: string,
  more: { isDisabled?: boolean; style?: ButtonStyle.Danger } = {},
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: more.style ?? ButtonStyle.Secondary,
    label,
    custom_id: customId,
    emoji: { name: emoji },
    ...(more.isDisabled ? { disabled: true } : {}),
  }
}

/** A row of up to five buttons, or of one select menu. */
export function row<Part extends APIComponentInMessageActionRow>(parts: Part[]): APIActionRowComponent<Part> {
  return { type: ComponentType.ActionRow, components: parts }
}

/** Shows a file of the message. */
export function fileLink({ name }: ViewFile): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } }
}

/** Discord's limit for the text of a message, minus the line that says who posted it. */
const TEXT_CHARACTERS = 4_000 - 70

/** The number of characters that a message with these texts has left. */
export function charactersLeft(texts: readonly string[]): number {
  return TEXT_CHARACTERS - texts.join('').length
}

/** The first lines that fit into `room` characters and `maxLines`, followed by `leftOut` when some do not fit. */
export function fitLines(
  lines: readonly string[],
  room: number,
  leftOut: (count: number) => string,
  maxLines = Number.POSITIVE_INFINITY,
): string {
  let length = 0
  for (const [index, line] of lines.entries()) {
    const rest = lines.length - index
    const reserve = rest > 1 ? leftOut(rest).length + 1 : 0
    length += line.length + 1
    if (index >= maxLines || length + reserve > room) return [...lines.slice(0, index), leftOut(rest)].join('\n')
  }
  return lines.join('\n')
}

/** A view as a discord.js message. It never notifies anyone, and an edit with it removes the previous files. */
export function toMessage({ components, files = [] }: View) {
  return {
    flags: MessageFlags.IsComponentsV2 as const,
    components,
    files: files.map(({ name, data }) => ({ name, attachment: data })),
    attachments: [],
    allowedMentions: { parse: [] },
  }
}

/** A view as a new message that only the user sees. */
export function toEphemeralMessage(view: View) {
  return { ...toMessage(view), flags: [MessageFlags.IsComponentsV2, MessageFlags.Ephemeral] as const }
}
