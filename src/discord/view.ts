import { ButtonStyle, ComponentType } from 'discord.js'
import type {
  APIActionRowComponent,
  APIButtonComponent,
  APIComponentInContainer,
  APIMessageTopLevelComponent,
  APISelectMenuOption,
  APIStringSelectComponent,
  APITextDisplayComponent,
} from 'discord.js'

/** A file that goes with a message. */
export interface ViewFile {
  name: string
  data: Buffer
}

/** A message as it is to be shown: Discord's second kind of components, and files. */
export interface View {
  components: APIMessageTopLevelComponent[]
  files?: ViewFile[]
}

/** Colours that go with what is said, never instead of it. */
export const COLOURS = {
  banned: 0xd8_3c_3e,
  restricted: 0xe6_7e_22,
  clean: 0x2d_a4_4e,
  private: 0x4a_6f_a5,
  neutral: 0x2b_88_a0,
  incomplete: 0x8b_94_9e,
  limited: 0xd4_a7_2c,
} as const
export type Tone = keyof typeof COLOURS

/** What stands at the beginning of a sentence of that tone. */
export const ICONS: Record<Tone, string> = {
  banned: '⛔',
  restricted: '⚠️',
  clean: '✅',
  private: '🔒',
  neutral: 'ℹ️',
  incomplete: '❔',
  limited: '⏳',
}

/** A framed part of a message in the colour of its tone. */
export function container(tone: Tone, components: APIComponentInContainer[]): APIMessageTopLevelComponent {
  return { type: ComponentType.Container, accent_color: COLOURS[tone], components }
}

/** Text in Discord's Markdown; names in it have to be made literal first. */
export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content }
}

/** A button that comes back to us. */
export function button(
  label: string,
  customId: string,
  more: { emoji?: string; isDisabled?: boolean; style?: ButtonStyle.Danger } = {},
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: more.style ?? ButtonStyle.Secondary,
    label,
    custom_id: customId,
    ...(more.emoji ? { emoji: { name: more.emoji } } : {}),
    ...(more.isDisabled ? { disabled: true } : {}),
  }
}

/** Up to five buttons side by side. */
export function row(buttons: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent> {
  return { type: ComponentType.ActionRow, components: buttons }
}

/** A menu from which one option is chosen; it takes up to 25, and comes back to us with the value of the chosen one. */
export function select(
  placeholder: string,
  customId: string,
  options: APISelectMenuOption[],
): APIActionRowComponent<APIStringSelectComponent> {
  const menu: APIStringSelectComponent = { type: ComponentType.StringSelect, custom_id: customId, placeholder, options }
  return { type: ComponentType.ActionRow, components: [menu] }
}

/** A file of the message, to be opened or saved. */
export function fileLink({ name }: ViewFile): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } }
}

/** What a message may hold of text, less what a posted one says of who posted it. */
const TEXT_CHARACTERS = 4_000 - 70

/** How many characters these texts leave of a message. */
export function charactersLeft(texts: readonly string[]): number {
  return TEXT_CHARACTERS - texts.join('').length
}

/** As many of the lines as there is room for (characters, and lines), and how many were left out in words of its own. */
export function fitLines(
  lines: readonly string[],
  room: number,
  leftOut: (count: number) => string,
  most = Number.POSITIVE_INFINITY,
): string {
  const shown: string[] = []
  let length = 0
  for (const [index, line] of lines.entries()) {
    const rest = lines.length - index
    const reserve = rest > 1 ? leftOut(rest).length + 1 : 0
    if (index >= most || length + line.length + 1 + reserve > room) return [...shown, leftOut(rest)].join('\n')
    shown.push(line)
    length += line.length + 1
  }
  return shown.join('\n')
}
