import { formatCsvTime, writeCsv, writeCsvRows } from '../../lib/csv-writer.ts'
import { type Ban, banSchema, type BanTerms, type OwnBan, toBanEntry } from '../../model/ban.ts'
import { keysOf } from '../../model/objects.ts'
import { toBanName, toBanReason } from '../ban-texts.ts'

/** The formats of files of bans. */
export const EXPORT_FORMATS = ['cfg', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** How a file of bans is written: its parts, each of some bans, what stands between them, and its beginning and end. */
export interface BanFileFormat<T = Ban> {
  head: string
  part: (bans: readonly T[]) => string
  separator: string
  foot: string
}

/** Writes a file of bans, which are read in parts. Nothing is written before the first part is read, so that its failure leaves no file. */
export async function* streamBans<T>(
  { head, part, separator, foot }: BanFileFormat<T>,
  parts: AsyncIterable<readonly T[]>,
): AsyncGenerator<string, void, undefined> {
  let before = head
  for await (const bans of parts) {
    if (bans.length === 0) continue
    yield before + part(bans)
    before = separator
  }
  yield (before === head ? head : '') + foot
}

/** A whole file of parts that were written before. */
export const toFile = ({ head, separator, foot }: BanFileFormat, parts: readonly string[]): string =>
  head + parts.join(separator) + foot

/** How a file in this format is written; bans that are over at `now`, Unix seconds, are left out of `cfg`. */
export const toFormat = (format: ExportFormat, now: number, titles: BanColumnTitles): BanFileFormat =>
  ({ cfg: cfgFormat(now), csv: csvFormat(titles), json: JSON_FORMAT })[format]

type GameBan = OwnBan & Pick<BanTerms, 'steamId' | 'name'>

/**
 * The game's file `bans.cfg`, which the game reads again: names and reasons, and never private texts. Bans that are over at `now` (Unix seconds) are
 * left out.
 */
const cfgFormat = (now: number): BanFileFormat<GameBan> => ({
  head: '',
  part: (bans) =>
    bans
      .filter(({ until }) => until === null || until > now)
      .map(toGameLine)
      .join(''),
  separator: '',
  foot: '',
})

function toGameLine({ steamId, name, reason, until }: GameBan): string {
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
const csvFormat = (titles: BanColumnTitles): BanFileFormat => ({
  head: writeCsv(
    BAN_COLUMNS.map((column) => titles[column]),
    [],
  ),
  part: (bans) => writeCsvRows(bans.map(toCsvRow)),
  separator: '',
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
const JSON_FORMAT: BanFileFormat = {
  head: '{ "format": "rapsheet-bans", "version": 1, "bans": [\n',
  part: (bans) => bans.map((ban) => JSON.stringify(toBanEntry(ban))).join(',\n'),
  separator: ',\n',
  foot: '\n] }\n',
}
