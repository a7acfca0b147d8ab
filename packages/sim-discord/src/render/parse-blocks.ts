import { parseInline, type Inline } from './parse-inline.ts'

/** A part of a text in Discord's Markdown that has lines of its own. */
export type Block =
  | { type: 'lines'; parts: Inline[] }
  | { type: 'heading'; level: 1 | 2 | 3; parts: Inline[] }
  | { type: 'subtext'; parts: Inline[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | undefined; items: ListItem[] }

/** An item of a list, with the lists below it. */
export interface ListItem {
  parts: Inline[]
  below: Block[]
}

const FENCE = /```[\s\S]*?```/g
const HEADING = /^(#{1,3})\s+(?=\S)(.*)$/
const SUBTEXT = /^-#\s+(?=\S)(.*)$/
const ITEM = /^(\s*)([-*]|(\d{1,9})\.)\s+(?=\S)(.*)$/

/** Parses a text into blocks, as Discord's client does. */
export function parseBlocks(text: string): Block[] {
  return parseLines(splitLines(text))
}

/** The lines of a text; the lines of a code block are one, as its text may look like a heading. */
function splitLines(text: string): string[] {
  const fences: string[] = []
  const marked = text.replaceAll(/\0/g, '').replaceAll(FENCE, (fence) => `\0${fences.push(fence) - 1}\0`)
  return marked.split('\n').map((line) => line.replaceAll(/\0(\d+)\0/g, (_, index) => fences[Number(index)] ?? ''))
}

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let plain: string[] = []
  const endLines = () => {
    if (plain.length > 0) blocks.push({ type: 'lines', parts: parseInline(plain.join('\n')) })
    plain = []
  }
  let index = 0
  while (index < lines.length) {
    const found = parseBlock(lines, index)
    if (found === undefined) plain.push(lines[index] ?? '')
    else {
      endLines()
      blocks.push(found.block)
    }
    index += found?.count ?? 1
  }
  endLines()
  return blocks
}

/** The block that starts at a line, and the number of its lines; undefined for a plain line. */
function parseBlock(lines: readonly string[], index: number): { block: Block; count: number } | undefined {
  const line = lines[index] ?? ''
  const [, marks, title = ''] = HEADING.exec(line) ?? []
  if (marks !== undefined) {
    const level = marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3
    return { block: { type: 'heading', level, parts: parseInline(title.trimEnd()) }, count: 1 }
  }
  const [, small] = SUBTEXT.exec(line) ?? []
  if (small !== undefined) return { block: { type: 'subtext', parts: parseInline(small) }, count: 1 }
  if (line.startsWith('>>> ')) {
    const rest = [line.slice(4), ...lines.slice(index + 1)]
    return { block: { type: 'quote', blocks: parseLines(rest) }, count: rest.length }
  }
  const quoted = takeWhile(lines, index, (each) => each.startsWith('> '))
  if (quoted.length > 0) {
    return { block: { type: 'quote', blocks: parseLines(quoted.map((each) => each.slice(2))) }, count: quoted.length }
  }
  const items = takeWhile(lines, index, (each) => ITEM.test(each))
  return items.length > 0 ? { block: toList(items), count: items.length } : undefined
}

function takeWhile(lines: readonly string[], from: number, isTaken: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= from && !isTaken(line))
  return lines.slice(from, end === -1 ? lines.length : end)
}

/** A list of lines; lines that are indented further than the first are lists below their item. */
function toList(lines: readonly string[]): Block {
  const items: ListItem[] = []
  const [, firstIndent = '', , number] = ITEM.exec(lines[0] ?? '') ?? []
  let index = 0
  while (index < lines.length) {
    const [, , , , text = ''] = ITEM.exec(lines[index] ?? '') ?? []
    const below = takeWhile(lines, index + 1, (each) => (ITEM.exec(each)?.[1] ?? '').length > firstIndent.length)
    items.push({ parts: parseInline(text), below: below.length > 0 ? [toList(below)] : [] })
    index += 1 + below.length
  }
  return { type: 'list', start: number === undefined ? undefined : Number(number), items }
}
