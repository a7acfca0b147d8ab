import { formatCsvTime, writeCsv, writeCsvRows } from '../../lib/csv-writer.ts'
import { type Ban, banSchema, type BanTerms, toBanEntry } from '../../model/ban.ts'
import { keysOf } from '../../model/objects.ts'
import { toBanName, toBanReason } from '../ban-texts.ts'

// Files are written in parts, so that the caller can pause between them: a part takes a few milliseconds.
const BANS_PER_PART = 200

/** How a file of bans is written: its parts, what stands before each of them, and its end. */
export interface BanFileFormat<T = Ban> {
  head: string
  part: (bans: readonly T[]) => string
  separator: (isFirst: boolean) => string
  foot: string
}

/** Writes a file of bans, which are read in parts. Nothing is written before the first part is read, so that its failure leaves no file. */
export async function* streamBans<T>(
  { head, part, separator, foot }: BanFileFormat<T>,
  parts: AsyncIterable<readonly T[]>,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true
  for await (const bans of parts) {
    if (bans.length === 0) continue
    yield (isFirst ? head : '') + separator(isFirst) + part(bans)
    isFirst = false
  }
  yield (isFirst ? head : '') + foot
}

/** Writes a file of bans that are in memory. */
export function* writeBans<T>({ head, part, separator, foot }: BanFileFormat<T>, bans: readonly T[]): Iterable<string> {
  yield head
  for (let start = 0; start < bans.length; start += BANS_PER_PART)
    yield separator(start === 0) + part(bans.slice(start, start + BANS_PER_PART))
  yield foot
}

/**
 * The game's file `bans.cfg`, which the game reads again: names and reasons, and never notes. Bans that are over at `now` (Unix seconds) are
 * left out.
 */
export const cfgFormat = (now: number): BanFileFormat<Omit<BanTerms, 'note'>> => ({
  head: '',
  part: (bans) =>
    bans
      .filter(({ until }) => until === null || until > now)
      .map(toGameLine)
      .join(''),
  separator: () => '',
  foot: '',
})

function toGameLine({ steamId, name, reason, until }: Omit<BanTerms, 'note'>): string {
  const notes = toBanReason(reason)
  // The game does not save bans with the notes `EAC`, so they would end when it restarts.
  return `banid ${steamId} ${quote(toBanName(name))} ${quote(notes === 'EAC' ? 'EAC.' : notes)} ${until ?? -1}\r\n`
}

/** The game's reader knows no other escaped character: an escaped backslash would become two. */
const quote = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`

/** The columns of the CSV file, in their order. */
export const BAN_COLUMNS = keysOf(banSchema.shape)
export type BanColumnTitles = Readonly<Record<keyof Ban, string>>

/** A CSV file with everything that is known of the bans, for spreadsheet programs; all times in UTC. */
export const csvFormat = (titles: BanColumnTitles): BanFileFormat => ({
  head: writeCsv(
    BAN_COLUMNS.map((column) => titles[column]),
    [],
  ),
  part: (bans) => writeCsvRows(bans.map(toCsvRow)),
  separator: () => '',
  foot: '',
})

const toCsvRow = (ban: Ban): (string | number)[] =>
  BAN_COLUMNS.map((column) =>
    column === 'until' || column === 'addedAt' ? formatCsvTime(ban[column]) : (ban[column] ?? ''),
  )

/**
 * JSON with everything that is known of the bans: `{ "format": "rapsheet-bans", "version": 1, "bans": [...] }`. The members of each entry are
 * those of `Ban`.
 */
export const JSON_FORMAT: BanFileFormat = {
  head: '{ "format": "rapsheet-bans", "version": 1, "bans": [',
  part: (bans) => bans.map((ban) => JSON.stringify(toBanEntry(ban))).join(',\n'),
  separator: (isFirst) => (isFirst ? '\n' : ',\n'),
  foot: '\n] }\n',
}
