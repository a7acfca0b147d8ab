import type { ConsoleFormat } from './console-lines.ts'
import type { Entry, Rest } from './entry.ts'
import { withoutInvisible } from './find-ids.ts'
import { isJson, readJson } from './json.ts'
import { findConsoleFormat, readLines } from './lines.ts'
import { withoutControlSequences, withoutEscapeSequences } from './marks.ts'
import { hasPairs, readPairs } from './pairs.ts'
import { findOtherTable, findTitledTable, readTable } from './table.ts'

/** The layout of a text. */
export type TextLayout = 'json' | 'table' | ConsoleFormat | 'text'

/** Reads the accounts in a text of any layout, and names what was not read. Durations count from `now`, in Unix seconds. Never throws. */
export function readText(text: string, now: number): { layout: TextLayout; items: Iterable<Entry | Rest> } {
  return readPlain(withoutEscapeSequences(withoutInvisible(text)), now, 0)
}

/** Texts inside of texts, such as JSON in a text of JSON, are read up to this depth. */
const MAX_NESTING = 3

function readPlain(text: string, now: number, depth: number): { layout: TextLayout; items: Iterable<Entry | Rest> } {
  const readInside = (inside: string) => readPlain(inside, now, depth + 1).items
  if (isJson(text) && depth < MAX_NESTING) return { layout: 'json', items: readJson(text, now, readInside) }
  const titled = findTitledTable(text)
  if (titled !== null) return { layout: 'table', items: readTable(text, titled, now) }
  const format = findConsoleFormat(text)
  if (format !== undefined) return { layout: format, items: readLines(text, now) }
  // In a name or a reason of the formats above, a bare colour is text.
  const plain = withoutControlSequences(text)
  if (plain !== text) return readPlain(plain, now, depth)
  if (hasPairs(text)) return { layout: 'text', items: readPairs(text, now) }
  const other = findOtherTable(text)
  if (other !== null) return { layout: 'table', items: readTable(text, other, now) }
  return { layout: 'text', items: readLines(text, now) }
}
