import { Transform } from 'node:stream'

const ESCAPE = '\u001B'
/** Escape sequences that switch bracketed paste on and off. */
export const [MARK_PASTES, MARK_NO_PASTES] = [`${ESCAPE}[?2004h`, `${ESCAPE}[?2004l`]

/** The source of keys: a terminal or another stream. */
export type TerminalInput = NodeJS.ReadableStream & { setRawMode?: (isRaw: boolean) => unknown }

const [BEGIN, END] = [`${ESCAPE}[200~`, `${ESCAPE}[201~`]
const MARKS = new RegExp(`(${ESCAPE}\\[20[01]~)`)
/** A marker may be split between two chunks. */
const UNFINISHED_END = new RegExp(`${ESCAPE}(?:\\[(?:2(?:0(?:1)?)?)?)?$`)

/** Replaces line breaks and tabs in pasted text with spaces, as Discord's client does. */
export function joinPastedLines(input: TerminalInput): TerminalInput {
  let isPasting = false
  let held = ''
  const read = (part: string): string => {
    if (part === BEGIN || part === END) {
      isPasting = part === BEGIN
      return ''
    }
    if (!isPasting) return part
    held = UNFINISHED_END.exec(part)?.[0] ?? ''
    return part.slice(0, part.length - held.length).replaceAll(/[\r\n\t]+/g, ' ')
  }
  const keys = new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform(chunk: string, _, done) {
      done(null, `${held}${chunk}`.split(MARKS).map(read).join(''))
    },
  })
  // With an encoding, characters are never split between chunks.
  input.setEncoding('utf8').pipe(keys)
  return Object.assign(keys, { setRawMode: (isRaw: boolean) => input.setRawMode?.(isRaw) })
}
