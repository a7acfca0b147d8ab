import { normalizeText } from '../../text/find-ids.ts'
import { isColumnTitle, isRowWithoutPlayer, splitRows, type TextRow } from '../../text/rows.ts'
import { isSteamId } from '../../model/steam-id.ts'
import { countAddresses, isBlank, linesOf, type ListEntry } from './list-entry.ts'

/** An account that is named as the one who banned, as a member of JSON or in words. */
const BANNED_BY =
  /"(?=\w*(?:by"|admin|moderator|owner|author))\w+"\s*:\s*(?:"[^"]*"|\d+)|(?<!\p{L})(?:by|von|durch)[\s:]{1,3}\S{0,60}\d{5}\S*/giu
/** Console commands and lines of `users.cfg` that are not bans. */
const OTHER_COMMAND = /^(?:global\.)?(?:unban|kick|owner|moderator|removeowner|removemoderator|skipqueue)\w*\s/i
/** A comment, but not a player's row of the Source command `status`. */
const COMMENT = /^(?:#(?! ?\d+ +(?:\d+ +)?")|\/\/)/

/** A longer line is read in parts. A part of JSON ends at the end of an object, so that no string is split. */
const PART = /[^]{5000}(?:[^}]{0,1000}\}|[^\s,;}]{0,100})|[^]+/g

/** Reads the ids and profile links in any text; what follows a single id on its line becomes the note. */
export function* readTextLines(text: string): Iterable<ListEntry | null> {
  for (const { line, text: whole } of linesOf(text)) {
    const content = whole.trim()
    if (isSteamId(content)) yield toEntry(line, content, content)
    else if (isBlank(content) || COMMENT.test(content)) yield null
    else if (OTHER_COMMAND.test(content)) yield { line, text: content, ban: null, addresses: 0 }
    else for (const [part] of content.matchAll(PART)) yield* readPart(part, line)
  }
}

function* readPart(part: string, line: number): Iterable<ListEntry> {
  for (const row of splitRows(normalizeText(part.replaceAll(BANNED_BY, ' ')))) {
    const steamIds = [...new Set(row.ids.accounts)].filter(isSteamId)
    const addresses = countAddresses(steamIds.length > 0 ? row.ids.rest : row.text)
    const note = steamIds.length === 1 ? noteOf(row) : ''
    for (const [index, steamId] of steamIds.entries()) {
      yield { ...toEntry(line, row.text, steamId, note), addresses: index === 0 ? addresses : 0 }
    }
    const isUnread = steamIds.length === 0 && !isRowWithoutPlayer(row) && !isColumnTitle(row.text)
    if (isUnread) yield { line, text: row.text, ban: null, addresses }
  }
}

function toEntry(line: number, text: string, steamId: string, note = ''): ListEntry {
  return { line, text, ban: { steamId, name: '', reason: '', note, end: { until: null } }, addresses: 0 }
}

/** What a line says after its account; empty for output of programs. */
function noteOf({ ids }: TextRow): string {
  // The text has a comma in place of the account.
  if (!ids.rest.startsWith(',') || /["[\]{}]/.test(ids.rest)) return ''
  const note = ids.rest.replace(/^[\s,;:|=–—-]+/, '')
  return countAddresses(note) > 0 ? '' : note
}
