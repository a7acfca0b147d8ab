import { ComponentType, type APIComponentInContainer } from 'discord.js'
import type { Tone } from '../../presentation/tone.ts'
import { createView, type View, type ViewFile } from '../view.ts'

/** Characters in a line on a phone, and lines that a phone shows together with the rows below them. */
const PHONE_CHARACTERS = 40
const PHONE_LINES = 12
/** What a picture of a gallery, and any other component, takes of the screen. */
const PICTURE_LINES = 2
const COMPONENT_LINES = 3

type Parts = (string | APIComponentInContainer)[]

/**
 * A message about a result. If it is too tall for a phone, its verdict is repeated above the rows of buttons, where the client has
 * scrolled to. Count the verdict in `charactersLeft`.
 */
export function resultView(
  tone: Tone,
  verdict: string,
  parts: Parts,
  rows: Parameters<typeof createView>[2],
  files: ViewFile[] = [],
): View {
  const lines = parts.reduce((total, part) => total + countLines(part), 0)
  return createView(tone, lines > PHONE_LINES && verdict !== '' ? [...parts, verdict] : parts, rows, files)
}

/** An upper estimate: Markdown that is not shown, such as links, counts too. */
function countLines(part: Parts[number]): number {
  if (typeof part !== 'string' && part.type === ComponentType.MediaGallery) return part.items.length * PICTURE_LINES
  const content = typeof part === 'string' ? part : part.type === ComponentType.TextDisplay ? part.content : undefined
  if (content === undefined) return COMPONENT_LINES
  return content.split('\n').reduce((total, line) => total + Math.max(1, Math.ceil(line.length / PHONE_CHARACTERS)), 0)
}
