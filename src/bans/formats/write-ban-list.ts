import { formatCsvTime, writeCsv, writeCsvRows } from '../../lib/csv-writer.ts'
import { type Ban, type BanTerms, toBanEntry } from '../../model/ban.ts'
import { toBanName, toBanReason } from '../ban-texts.ts'

// Each function yields the parts of a file, so that the caller can pause between them: a part takes a few milliseconds.
const BANS_PER_PART = 200

/**
 * The bans as the game's file `bans.cfg`, which the game reads again: names and reasons, and never notes. Bans that are over at `now` (Unix
 * seconds) are left out.
 */
export function* writeBansCfg(bans: readonly Omit<BanTerms, 'note'>[], now: number): Iterable<string> {
  for (const part of partsOf(bans)) {
    const active = part.filter(({ until }) => until === null || until > now)
    yield active.map(toGameLine).join('')
  }
}

function toGameLine({ steamId, name, reason, until }: Omit<BanTerms, 'note'>): string {
  const notes = toBanReason(reason)
  // The game does not save bans with the notes `EAC`, so they would end when it restarts.
  return `banid ${steamId} ${quote(toBanName(name))} ${quote(notes === 'EAC' ? 'EAC.' : notes)} ${until ?? -1}\r\n`
}

/** The game's reader knows no other escaped character: an escaped backslash would become two. */
const quote = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`

/** The columns of the CSV file, in their order. */
export const BAN_COLUMNS = ['steamId', 'name', 'reason', 'note', 'until', 'addedBy', 'addedAt', 'importNumber'] as const
export type BanColumnTitles = Readonly<Record<(typeof BAN_COLUMNS)[number], string>>

/** The bans as a CSV file with everything that is known of them, for spreadsheet programs; all times in UTC. */
export function* writeBansCsv(bans: readonly Ban[], titles: BanColumnTitles): Iterable<string> {
  yield writeCsv(
    BAN_COLUMNS.map((column) => titles[column]),
    [],
  )
  for (const part of partsOf(bans)) yield writeCsvRows(part.map(toCsvRow))
}

const toCsvRow = (ban: Ban): (string | number)[] =>
  BAN_COLUMNS.map((column) =>
    column === 'until' || column === 'addedAt' ? formatCsvTime(ban[column]) : (ban[column] ?? ''),
  )

/**
 * The bans as JSON with everything that is known of them: `{ "format": "rapsheet-bans", "version": 1, "bans": [...] }`. The members of each
 * entry are those of `Ban`.
 */
export function* writeBansJson(bans: readonly Ban[]): Iterable<string> {
  yield '{ "format": "rapsheet-bans", "version": 1, "bans": ['
  let separator = '\n'
  for (const part of partsOf(bans)) {
    yield separator + part.map(toJson).join(',\n')
    separator = ',\n'
  }
  yield '\n] }\n'
}

const toJson = (ban: Ban): string => JSON.stringify(toBanEntry(ban))

function* partsOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += BANS_PER_PART) yield items.slice(start, start + BANS_PER_PART)
}
