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

/** The accent colour of a tone as a number for Discord. */
export const accentColourOf = (tone: Tone) => Number.parseInt(COLOURS[tone].slice(1), 16)

/**
 * Creates a message: a container with the accent colour of `tone`, and `rows` below it. Strings in `parts` are Markdown texts. Rows without
 * components are left out.
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

/** Texts without the empty ones. */
export const nonEmpty = (...texts: string[]): string[] => texts.filter((content) => content !== '')

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

/** A row with up to five buttons, or with one select menu. */
export function row<Part extends APIComponentInMessageActionRow>(parts: Part[]): APIActionRowComponent<Part> {
  return { type: ComponentType.ActionRow, components: parts }
}

/** A component that shows a file of the message. */
export function fileLink({ name }: ViewFile): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } }
}

/** Discord's limit for the text of a message, without the line that says who posted it. */
const TEXT_CHARACTERS = 4_000 - 70

/** The number of characters that a message with these texts has left. */
export function charactersLeft(texts: readonly string[]): number {
  return TEXT_CHARACTERS - texts.join('').length
}

/**
 * The first lines that fit into `room` characters and `maxLines`, followed by `leftOut` if some do not fit.
 * @example
 *   fitLines(['one', 'two', 'three'], 9, (count) => `+${count}`) // 'one\n+2'
 */
export function fitLines(
  lines: readonly string[],
  room: number,
  leftOut: (values: { count: number }) => string,
  maxLines = Number.POSITIVE_INFINITY,
): string {
  let length = 0
  for (const [index, line] of lines.entries()) {
    const rest = lines.length - index
    const reserve = rest > 1 ? leftOut({ count: rest }).length + 1 : 0
    length += line.length + 1
    if (index >= maxLines || length + reserve > room)
      return [...lines.slice(0, index), leftOut({ count: rest })].join('\n')
  }
  return lines.join('\n')
}

/** A list of `count` entries in a message, of which `lines` has the first ones. */
export interface Section {
  title: string
  count: number
  lines: readonly string[]
}

/** The texts of sections, which share the room of `room` characters; sections without entries are left out. */
export function sectionTexts(
  all: readonly Section[],
  room: number,
  maxLines: number,
  leftOut: (values: { count: number }) => string,
): string[] {
  const sections = all.filter(({ count }) => count > 0)
  const roomEach = Math.floor(room / Math.max(1, sections.length))
  return sections.map(({ title, count, lines }) => {
    const shown = lines.slice(0, maxLines)
    const more = count - shown.length
    // One empty line in place of all the others.
    const text = fitLines(
      more > 0 ? [...shown, ''] : shown,
      roomEach - title.length - 1,
      (left) => leftOut({ count: left.count + Math.max(0, more - 1) }),
      shown.length,
    )
    return `${title}\n${text}`
  })
}

/** Converts a view to a discord.js message. The message notifies no user; if it is sent as an edit, it removes the previous files. */
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
