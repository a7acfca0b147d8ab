import { isSteamId } from '../model/steam-id.ts'
import { type End, isGameEnd, readEnd, readGameEnd } from './ends.ts'
import { bareEntry, type Entry, type Rest, type TextPlace } from './entry.ts'

export type ConsoleFormat = 'bans_cfg' | 'banlistex' | 'banlist'

/** Patterns of the beginning of an entry up to its id; for `banlist` of the whole entry. Limits of repetition keep a search linear. */
interface EntryPatterns {
  /** Matches an entry at `lastIndex`, perhaps after white space. */
  here: RegExp
  /** Finds the next entry. */
  next: RegExp
}
const PATTERNS: Record<ConsoleFormat, EntryPatterns> = {
  bans_cfg: {
    here: /\s*(?:global\.)?banid\s{1,9}"?(\d{15,20})"?(?!\S)/iy,
    next: /(?<=\s)(?:global\.)?banid\s{1,9}"?(\d{15,20})"?(?!\S)/gi,
  },
  banlistex: {
    here: /\s*\d{1,9}\s{1,9}(\d{1,20})(?=\s{1,9}")/iy,
    next: /(?<=\s)\d{1,9}\s{1,9}(\d{1,20})(?=\s{1,9}")/gi,
  },
  banlist: {
    here: /\s*\d{1,9}\s{1,9}(\d{1,20})\s{1,9}:\s{1,9}(permanent|-?\d{1,20}(?:[.,]\d{1,20})?\s{0,9}min)(?!\S)/iy,
    next: /(?<=\s)\d{1,9}\s{1,9}(\d{1,20})\s{1,9}:\s{1,9}(permanent|-?\d{1,20}(?:[.,]\d{1,20})?\s{0,9}min)(?!\S)/gi,
  },
}
const FORMATS: readonly ConsoleFormat[] = ['bans_cfg', 'banlistex', 'banlist']

/** What `listid` prints before its entries. */
const HEADLINE = /^(?:ID filter list:\s*)?(?:\d+ (?:entries|entry)|empty)(?!\S)\s*/i

/** The longest arguments of an entry that the game could have written, generously. */
const MAX_ENTRY_CHARACTERS = 4_096
/** Number of arguments after the id; the game ignores further ones. */
const MAX_ARGUMENTS = 3
const MINUTE_SECONDS = 60
/** Digits that may be the id of a player, which is never left out without a word. */
export const MAYBE_STEAM_ID = /\d{15}/

/** Whether a line is only what `listid` prints before its entries. */
export const isHeadline = (line: string): boolean => line.replace(HEADLINE, '') === ''

/** A line of the game's ban file or of what its console prints, without the headline of its list; null for another line. */
export function findConsoleLine(line: string): { format: ConsoleFormat; content: string } | null {
  const content = line.replace(HEADLINE, '')
  const format = FORMATS.find((format) => matchAt(PATTERNS[format].here, content, 0) !== null)
  return format === undefined ? null : { format, content }
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

/**
 * Reads a line of the game's file `bans.cfg`, or of what its console prints after `banlist`, `listid` and `banlistex`. A line may have several
 * entries, because Discord turns the line ends of a pasted text into spaces.
 */
export function* readConsoleLine(
  line: string,
  format: ConsoleFormat,
  place: TextPlace,
  now: number,
): Iterable<Entry | Rest> {
  const patterns = PATTERNS[format]
  for (let start = 0, end = 0; start < line.length; start = end) {
    const [begin = '', steamId = '', minutes] = matchAt(patterns.here, line, start) ?? []
    const rest = line.slice(start + begin.length)
    const { found, length } = splitArguments(rest, patterns)
    end = start + begin.length + length
    const terms = found && isSteamId(steamId) ? toTerms(found, minutes, now) : null
    const text = line.slice(start, end)
    yield toItem({ ...place, text }, steamId, terms)
    const ignored = [terms?.name, rest.slice(found?.[MAX_ARGUMENTS - 1]?.end ?? length, length)]
    for (const part of ignored)
      if (part !== undefined && MAYBE_STEAM_ID.test(part)) yield { ...place, text: part, why: 'second_account' }
  }
}

function toItem(place: TextPlace, steamId: string, terms: Terms | null): Entry | Rest {
  if (terms === null) return { ...place, why: isSteamId(steamId) ? 'damaged' : 'no_account' }
  return { ...bareEntry(place, steamId, 'ban'), ...terms }
}

type Terms = Pick<Entry, 'name' | 'reason' | 'end'>

function toTerms(found: Argument[], minutes: string | undefined, now: number): Terms | null {
  if (minutes !== undefined) return found.length === 0 ? { name: '', reason: '', end: readMinutes(minutes, now) } : null
  const placed = placeArguments(found)
  return placed && { ...placed, end: readCommandEnd(placed.end, now) }
}

/** The game takes an end that it cannot read for good, which is only right for a word that says so. */
function readCommandEnd(text: string, now: number): End {
  const end = readGameEnd(text, now)
  const inWords = 'unread' in end ? readEnd(text, now) : end
  return 'until' in inWords && inWords.until === null ? inWords : end
}

function readMinutes(text: string, now: number): End {
  const minutes = Number.parseFloat(text.replace(',', '.'))
  return Number.isNaN(minutes) ? { until: null } : { until: Math.round(now + minutes * MINUTE_SECONDS), written: text }
}

interface Argument {
  text: string
  isQuoted: boolean
  /** Its end in the text after the id. */
  end: number
}

// A backslash escapes a quote and nothing else.
const ARGUMENT = /\s*(?:"((?:[^"\\]|\\"|\\(?!"))*)"|([^\s"]\S*))(?=\s|$)/y

const toArgument = (quoted: string | undefined, bare = '', end = 0): Argument => ({
  text: (quoted ?? bare).replaceAll(String.raw`\"`, '"'),
  isQuoted: quoted !== undefined,
  end,
})

/** Splits what follows an id, up to the next entry at `length`; `found` is null if the quotes are wrong beyond repair. */
function splitArguments(rest: string, patterns: EntryPatterns): { found: Argument[] | null; length: number } {
  const near = rest.slice(0, MAX_ENTRY_CHARACTERS)
  const found: Argument[] = []
  let length = 0
  while (length < near.length) {
    if (matchAt(patterns.here, near, length) !== null) return { found, length }
    const [match, quoted, bare] = matchAt(ARGUMENT, near, length) ?? []
    if (match === undefined) break
    length += match.length
    found.push(toArgument(quoted, bare, length))
  }
  if (length === rest.length) return { found, length }
  const next = matchAt(patterns.next, rest, 0)?.index ?? rest.length
  return { found: next > MAX_ENTRY_CHARACTERS ? null : repairArguments(rest.slice(0, next)), length: next }
}

/** Reads arguments whose quotes are not escaped, or of which one ends in a backslash, which escapes its closing quote. */
function repairArguments(text: string): Argument[] | null {
  const content = text.trim()
  const last = content.lastIndexOf('"')
  const [match, end]: (string | undefined)[] = /^(?:\s+(\S+))?$/.exec(content.slice(last + 1)) ?? []
  if (match === undefined || !content.startsWith('"') || last === 0) return null
  const quoted = content.slice(1, last)
  const [, name = quoted, notes]: (string | undefined)[] = /^(.*?)"\s+"(.*)$/s.exec(quoted) ?? []
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
  // An id is no end, and the account of another entry.
  if ([first, second, third].some((argument) => argument?.isQuoted === false && isSteamId(argument.text))) return null
  const hasName = second !== undefined && (third !== undefined || !isEnd(second))
  const [name, reason, end] = hasName
    ? [first, second, third]
    : isEnd(first)
      ? [undefined, undefined, first]
      : [undefined, first, second]
  return { name: name?.text ?? '', reason: reason?.text ?? '', end: end?.text ?? '-1' }
}
