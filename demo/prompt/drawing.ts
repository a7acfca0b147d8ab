import { wrapText } from './width.ts'

/** The capabilities of a terminal. */
export interface Canvas {
  columns: number
  hasColours: boolean
}

const BAR = '┃ '
const COLOUR = /^┃ \[#([\da-f]{2})([\da-f]{2})([\da-f]{2})\]$/
// The id is shown next to every profile link, and two links would not fit on a line.
const PROFILE_LINK = / \(https:\/\/steamcommunity\.com\/profiles\/\d{17}\)/g
const BUTTONS = /^\[(?:\d+|🔗) /u
const NO_BREAK = '\u00A0'

/** Formats a message as lines for a terminal, below a title. */
export function drawMessage(title: string, text: string, { columns, hasColours }: Canvas): string[] {
  const style = (codes: string, line: string) => (hasColours ? `\u001B[${codes}m${line}\u001B[m` : line)
  const lines: string[] = []
  let bar = BAR
  for (const line of text.split('\n').map(toPlain)) {
    const [isColour, ...parts] = COLOUR.exec(line) ?? []
    if (isColour !== undefined) bar = `${style(`38;5;${toPalette(parts)}`, '┃')} `
    else if (line.startsWith(BAR)) {
      const inner = line.slice(BAR.length).replaceAll(PROFILE_LINK, '')
      for (const piece of wrapText(inner, columns - BAR.length)) lines.push(`${bar}${piece}`)
    } else if (BUTTONS.test(line)) for (const row of wrapButtons(line, columns)) lines.push(style('1', row))
    else for (const piece of wrapText(line, columns)) lines.push(style('2', piece))
  }
  return [...wrapText(toPlain(title), columns).map((line) => style('1', line)), ...lines]
}

/** Removes control characters; names of players are untrusted. */
export function toPlain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}

function wrapButtons(line: string, columns: number): string[] {
  const whole = line.replaceAll(/\[[^\]]*\]/g, (button) => button.replaceAll(' ', NO_BREAK))
  return wrapText(whole, columns).map((row) => row.replaceAll(NO_BREAK, ' '))
}

/** The nearest colour of the 256-colour palette. */
function toPalette(parts: string[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round((Number.parseInt(part, 16) / 255) * 5))
  return 16 + 36 * red + 6 * green + blue
}
