import { wrapText } from './prompt-width.ts'

/** What a terminal can do. */
export interface Canvas {
  columns: number
  hasColours: boolean
}

const BAR = '┃ '
const COLOUR = /^┃ \[#([\da-f]{2})([\da-f]{2})([\da-f]{2})\]$/
// The id stands beside every link to a profile, and two links would not fit on a line.
const PROFILE_LINK = / \(https:\/\/steamcommunity\.com\/profiles\/\d{17}\)/g
const BUTTONS = /^\[(?:\d+|🔗) /u
const NO_BREAK = '\u00A0'

/** A message, as the simulated Discord tells it in words, in lines for a terminal under a line that says where it comes from. */
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

/** A line without what speaks to a terminal: much of it is anybody's choice. */
export function toPlain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}

function wrapButtons(line: string, columns: number): string[] {
  const whole = line.replaceAll(/\[[^\]]*\]/g, (button) => button.replaceAll(' ', NO_BREAK))
  return wrapText(whole, columns).map((row) => row.replaceAll(NO_BREAK, ' '))
}

/** The nearest of the colours that nearly every terminal has. */
function toPalette(parts: string[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round((Number.parseInt(part, 16) / 255) * 5))
  return 16 + 36 * red + 6 * green + blue
}
