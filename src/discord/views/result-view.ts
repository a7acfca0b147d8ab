import { ComponentType, type APIComponentInContainer } from 'discord.js'
import type { Tone } from '../../lib/tone.ts'
import { createView, type View, type ViewFile } from '../view.ts'

/** Width of a phone in characters, and the number of lines that it shows at once. */
const PHONE_CHARACTERS = 40
const PHONE_LINES = 26
/** Height of other components in lines. A button counts as less than a row, because buttons share rows. */
const LINES = { button: 1.5, picture: 2, other: 3 }

type Parts = (string | APIComponentInContainer)[]
type Rows = Parameters<typeof createView>[2]

/**
 * The message about a result. If it is too tall for a phone, its verdict is repeated at the end, because clients scroll to the buttons
 * below it. So callers have to count the verdict in `charactersLeft`.
 */
export function resultView(
  tone: Tone,
  verdict: string | Parts,
  parts: Parts,
  rows: Rows,
  files: ViewFile[] = [],
): View {
  const isTall =
    sum(parts.map(countLines)) + LINES.button * sum(rows.map(({ components }) => components.length)) > PHONE_LINES
  const repeated = [verdict].flat().filter((part) => part !== '')
  return createView(tone, isTall ? [...parts, ...repeated] : parts, rows, files)
}

function countLines(part: Parts[number]): number {
  if (typeof part === 'string') return sum(part.split('\n').map(countWrapped))
  switch (part.type) {
    case ComponentType.TextDisplay:
      return countLines(part.content)
    case ComponentType.Section:
      return sum(part.components.map(({ content }) => countLines(content)))
    case ComponentType.MediaGallery:
      return part.items.length * LINES.picture
    default:
      return LINES.other
  }
}

/** The number of lines that a line of text takes on a phone, without the addresses of its links. */
const countWrapped = (line: string) =>
  Math.max(1, Math.ceil(line.replaceAll(/\]\([^()]*\)/g, '').length / PHONE_CHARACTERS))

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
