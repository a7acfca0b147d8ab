import type { Interface } from 'node:readline'
import { columnsOf } from './width.ts'

/** The output of a screen: a terminal or another stream. */
export interface TerminalOutput extends NodeJS.WritableStream {
  columns?: number
  rows?: number
}

/** The lower part of a terminal: lines that can be redrawn, and the input line below them. */
export interface Screen {
  columns: () => number
  /** The number of rows that can be redrawn. */
  room: () => number
  /** Replaces the drawn lines, except the first `kept` of them, which become permanent. */
  draw: (lines: string[], kept?: number) => void
  /** Writes permanent lines above the drawn ones. */
  write: (text: string) => void
}

const DEFAULT_SIZE = { columns: 80, rows: 24 }
const CLEAR_BELOW = '\u001B[J'
// Disables line wrapping, so that a line takes one row even if the terminal measures it wider.
const [CUT_LINES, WRAP_LINES] = ['\u001B[?7l', '\u001B[?7h']

/** Takes over the lower part of a terminal, together with its line reader. */
export function createScreen(output: TerminalOutput, reader: Interface): Screen {
  let drawn: string[] = []
  /** Whether the lines may have moved since they were drawn. */
  let isLost = false
  let isClosed = false

  const columns = () => output.columns || DEFAULT_SIZE.columns
  // Entering a line scrolls by a row.
  const reach = () => (output.rows || DEFAULT_SIZE.rows) - 2
  const cursorRow = () => reader.getCursorPos().rows

  /** Moves up, clears from there, and writes a text, the lines, and the input line. */
  const put = (up: number, text: string, lines: string[]) => {
    if (isClosed) return
    const upwards = up > 0 ? `\u001B[${up}A` : ''
    const rows = lines.map((line) => `${line}\r\n`).join('')
    output.write(`\r${upwards}${CLEAR_BELOW}${text.replaceAll('\n', '\r\n')}${CUT_LINES}${rows}${WRAP_LINES}`)
    // The reader's row within the input line; it has no documented way to learn that it has been moved.
    Object.assign(reader, { prevRows: 0 })
    reader.prompt(true)
  }
  /** Rows up to the first line to replace; undefined if that line has scrolled off the screen. */
  const rowsUp = (kept: number) => {
    const up = drawn.length - kept + cursorRow()
    return isLost || up > reach() ? undefined : up
  }

  reader.on('close', () => void (isClosed = true))
  reader.on('SIGCONT', () => void (isLost = true))
  output.on('resize', () => void (isLost = true))
  // Removes the entered line; the messages show it.
  reader.on('line', (typed) => put(Math.floor(columnsOf(`${reader.getPrompt()}${typed}`) / columns()) + 1, '', []))

  return {
    columns,
    room: () => reach() - cursorRow(),
    draw(lines, kept = 0) {
      put(rowsUp(kept) ?? cursorRow(), '', lines)
      drawn = lines
      isLost = false
    },
    write(text) {
      const up = rowsUp(0)
      if (up === undefined) isLost = true
      put(up ?? cursorRow(), text, up === undefined ? [] : drawn)
    },
  }
}
