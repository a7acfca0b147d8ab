import { PassThrough, Writable } from 'node:stream'
import { expect } from 'vitest'

/** A terminal with the escape sequences that the prompt uses; every character takes one column. */
export interface TestTerminal {
  input: PassThrough
  output: Writable & { columns: number; rows: number }
  /** The visible text, without trailing blanks. */
  screen: () => string
  /** The visible text and the scrollback. */
  everything: () => string
  /** Types a line and Enter. */
  enter: (line: string) => void
  /** Resolves when the screen matches. */
  until: (pattern: RegExp) => Promise<string>
  resize: (columns: number, rows: number) => void
}

const ESCAPE = '\u001B'
const SEQUENCE = new RegExp(`${ESCAPE}\\[(\\??)(\\d*)[;\\d]*([A-Za-z])`, 'y')

/** Creates an empty terminal. */
export function createTerminal(columns = 80, rows = 24): TestTerminal {
  const lines: string[][] = [[]]
  const cursor = { row: 0, column: 0 }
  let isWrapping = true

  const top = () => Math.max(0, lines.length - output.rows)
  const lineFeed = () => {
    cursor.row += 1
    if (cursor.row === lines.length) lines.push([])
  }
  const print = (character: string) => {
    if (cursor.column === output.columns) {
      if (isWrapping) {
        lineFeed()
        cursor.column = 0
      } else cursor.column -= 1
    }
    const line = lines[cursor.row] ?? []
    while (line.length < cursor.column) line.push(' ')
    line[cursor.column] = character
    cursor.column += 1
  }
  const execute = (isPrivate: boolean, number: number | undefined, final: string) => {
    if (isPrivate) isWrapping = number === 7 ? final === 'h' : isWrapping
    else if (final === 'A') cursor.row = Math.max(top(), cursor.row - (number ?? 1))
    else if (final === 'C') cursor.column += number ?? 1
    else if (final === 'D') cursor.column = Math.max(0, cursor.column - (number ?? 1))
    else if (final === 'G') cursor.column = (number ?? 1) - 1
    else if (final === 'J') {
      lines[cursor.row]?.splice(cursor.column)
      for (const line of lines.slice(cursor.row + 1)) line.splice(0)
    } else if (final === 'K') lines[cursor.row]?.splice(cursor.column)
    else if (final !== 'm') throw new Error(`unknown escape sequence ${final}`)
  }
  const read = (text: string) => {
    for (let index = 0; index < text.length;) {
      SEQUENCE.lastIndex = index
      const [all, mark, digits, final = ''] = SEQUENCE.exec(text) ?? []
      const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
      if (all !== undefined) execute(mark === '?', digits ? Number(digits) : undefined, final)
      else if (character === '\r') cursor.column = 0
      else if (character === '\n') lineFeed()
      else print(character)
      index += (all ?? character).length
    }
  }

  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        read(text)
        done()
      },
    }),
    { columns, rows },
  )
  const input = new PassThrough()
  const show = (from: number) =>
    lines
      .slice(from)
      .map((line) => line.join('').trimEnd())
      .join('\n')
      .trimEnd()
  const screen = () => show(top())
  return {
    input,
    output,
    screen,
    everything: () => show(0),
    enter: (line) => void input.write(`${line}\r`),
    async until(pattern) {
      await expect.poll(screen, { timeout: 5_000 }).toMatch(pattern)
      return screen()
    },
    resize(columns, rows) {
      Object.assign(output, { columns, rows })
      output.emit('resize')
    },
  }
}
