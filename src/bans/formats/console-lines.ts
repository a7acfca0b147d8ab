import { isSteamId } from '../../model/steam-id.ts'
import { countAddresses, isBlank, isGameEnd, linesOf, type ListEnd, type ListEntry, readGameEnd } from './list-entry.ts'

type ConsoleFormat = 'bans_cfg' | 'banlistex' | 'banlist'

// Each pattern has the id and what follows it.
const LINES: Record<ConsoleFormat, RegExp> = {
  bans_cfg: /^(?:global\.)?banid\s+"?(\d{1,20})"?(?!\S)(.*)$/i,
  banlistex: /^\d+\s+(\d{1,20})\s+(".*)$/,
  banlist: /^\d+\s+(\d{1,20})\s+:\s+(permanent|-?\d+(?:[.,]\d+)?\s*min)$/i,
}
const FORMATS: readonly ConsoleFormat[] = ['bans_cfg', 'banlistex', 'banlist']
const SKIPPED = /^(?:#.*|ID filter list:.*|\d+ (?:entries|entry))$/i

/** The longest line that the game could have written, generously. */
const MAX_LINE_CHARACTERS = 4_096
const MINUTE_SECONDS = 60

/** The format of a line of the game's ban file or of what its console prints; null for another line. */
export const consoleFormatOf = (line: string): ConsoleFormat | null =>
  FORMATS.find((format) => LINES[format].test(line.trim())) ?? null

/** Reads the game's file `bans.cfg` and what its console prints after `banlist`, `listid` and `banlistex`. */
export function* readConsoleLines(text: string, now: number): Iterable<ListEntry | null> {
  for (const { line, text: written } of linesOf(text)) {
    const content = written.trim()
    const format = consoleFormatOf(content)
    if (format !== null) yield { line, text: written, ban: readLine(content, format, now), addresses: 0 }
    else if (isBlank(content) || SKIPPED.test(content)) yield null
    else yield { line, text: written, ban: null, addresses: countAddresses(content) }
  }
}

function readLine(line: string, format: ConsoleFormat, now: number): ListEntry['ban'] {
  if (line.length > MAX_LINE_CHARACTERS) return null
  const [, steamId = '', rest = ''] = LINES[format].exec(line) ?? []
  if (!isSteamId(steamId)) return null
  const terms = { steamId, name: '', reason: '', note: '' }
  if (format === 'banlist') return { ...terms, end: readMinutes(rest, now) }
  const found = splitArguments(rest)
  const placed = found && placeArguments(found)
  return placed && { ...terms, ...placed, end: readGameEnd(placed.end, now) }
}

function readMinutes(text: string, now: number): ListEnd {
  const minutes = Number.parseFloat(text.replace(',', '.'))
  return Number.isNaN(minutes) ? { until: null } : { until: Math.round(now + minutes * MINUTE_SECONDS), strange: text }
}

interface Argument {
  text: string
  isQuoted: boolean
}

// A backslash escapes a quote and nothing else.
const ARGUMENT = /\s*(?:"((?:[^"\\]|\\"|\\(?!"))*)"|([^\s"]\S*))(?=\s|$)/y
/** Arguments whose quotes are not escaped, or of which one ends in a backslash, which escapes its closing quote. */
const WRONG_QUOTES = /^\s*"(.*?)"(?:\s+"(.*)")?(?:\s+([^\s"]+))?$/

const toArgument = (quoted: string | undefined, bare = ''): Argument => ({
  text: (quoted ?? bare).replaceAll(String.raw`\"`, '"'),
  isQuoted: quoted !== undefined,
})

/** Splits the arguments after the id; null if their quotes are wrong beyond repair. */
function splitArguments(text: string): Argument[] | null {
  const found: Argument[] = []
  ARGUMENT.lastIndex = 0
  while (ARGUMENT.lastIndex < text.length) {
    const [match, quoted, bare] = ARGUMENT.exec(text) ?? []
    if (match === undefined) return repairArguments(text)
    found.push(toArgument(quoted, bare))
  }
  return found
}

function repairArguments(text: string): Argument[] | null {
  const [match, name, notes, end]: (string | undefined)[] = WRONG_QUOTES.exec(text) ?? []
  if (match === undefined) return null
  return [
    toArgument(name),
    ...(notes === undefined ? [] : [toArgument(notes)]),
    ...(end === undefined ? [] : [toArgument(undefined, end)]),
  ]
}

/** The meaning of the arguments. In files that were written by hand, the reason often stands in place of the name, and the end may follow. */
function placeArguments([first, second, third, ...more]: Argument[]): Record<'name' | 'reason' | 'end', string> | null {
  const isEnd = (argument: Argument | undefined) =>
    argument !== undefined && !argument.isQuoted && isGameEnd(argument.text)
  // More words are a text without quotes, unless the end is in its place.
  if (more.length > 0 && !isEnd(third)) return null
  const hasName = second !== undefined && (third !== undefined || !isEnd(second))
  const [name, reason, end] = hasName
    ? [first, second, third]
    : isEnd(first)
      ? [undefined, undefined, first]
      : [undefined, first, second]
  return { name: name?.text ?? '', reason: reason?.text ?? '', end: end?.text ?? '-1' }
}
