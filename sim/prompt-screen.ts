import type { Interface } from 'node:readline'
import { columnsOf } from './prompt-width.ts'

/** What a screen is drawn on: a terminal, or a stream in its place. */
export interface TerminalOutput extends NodeJS.WritableStream {
  columns?: number
  rows?: number
}

/** The lower end of a terminal: lines that can be drawn anew, and below them the one that is being typed. */
export interface Screen {
  columns: () => number
  /** Rows that can be drawn anew in their place. */
  room: () => number
  /** Draws lines in the place of those drawn before, but for the first `kept` of these, which stay for good. */
  draw: (lines: string[], kept?: number) => void
  /** Writes lines for good, above what is drawn. */
  write: (text: string) => void
}

const DEFAULT_SIZE = { columns: 80, rows: 24 }
const CLEAR_BELOW = '\u001B[J'
// A line that a terminal finds wider than we do is cut, and takes one row all the same.
const [CUT_LINES, WRAP_LINES] = ['\u001B[?7l', '\u001B[?7h']

/** Takes the lower end of a terminal over, together with the reader of lines on the same terminal. */
export function createScreen(output: TerminalOutput, reader: Interface): Screen {
  let drawn: string[] = []
  /** Whether the lines may be elsewhere than they were drawn. */
  let isLost = false
  let isClosed = false

  const columns = () => output.columns || DEFAULT_SIZE.columns
  // Entering a line scrolls by a row.
  const reach = () => (output.rows || DEFAULT_SIZE.rows) - 2
  const cursorRow = () => reader.getCursorPos().rows

  /** Goes up so many rows, clears from there, and writes a text, the lines, and what is being typed. */
  const put = (up: number, text: string, lines: string[]) => {
    if (isClosed) return
    const upwards = up > 0 ? `\u001B[${up}A` : ''
    const rows = lines.map((line) => `${line}\r\n`).join('')
    output.write(`\r${upwards}${CLEAR_BELOW}${text.replaceAll('\n', '\r\n')}${CUT_LINES}${rows}${WRAP_LINES}`)
    // Where the reader believes to be, in rows of what is typed: nothing documented tells it that it has been moved.
    Object.assign(reader, { prevRows: 0 })
    reader.prompt(true)
  }
  /** Rows up to the first line drawn that is not kept; undefined when that has left the screen and cannot be changed. */
  const rowsUp = (kept: number) => {
    const up = drawn.length - kept + cursorRow()
    return isLost || up > reach() ? undefined : up
  }

  reader.on('close', () => void (isClosed = true))
  reader.on('SIGCONT', () => void (isLost = true))
  output.on('resize', () => void (isLost = true))
  // What was typed goes: the messages tell of it.
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
