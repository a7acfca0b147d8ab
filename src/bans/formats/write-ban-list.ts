import type { Ban, BanTerms } from '../../model/ban.ts'

/** The columns of the CSV file, in their order. */
export const BAN_COLUMNS = ['steamId', 'name', 'reason', 'note', 'until', 'addedBy', 'addedAt', 'importNumber'] as const

/** Titles of the columns. `readBanList` knows those of each language. */
export type BanColumnTitles = Record<(typeof BAN_COLUMNS)[number], string>

/**
 * The bans as the game's file `bans.cfg`, which the game reads again: names and reasons, never notes. Bans that are over at `now` (Unix seconds) are left
 * out.
 */
export function writeBansCfg(bans: Iterable<Omit<BanTerms, 'note'>>, now: number): string {
  return [...bans]
    .filter(({ until }) => until === null || until > now)
    .map(({ steamId, name, reason, until }) => `banid ${steamId} "${name}" "${reason}" ${until ?? -1}\r\n`)
    .join('')
}

/** The bans as a CSV file with everything that is known of them; all times in UTC. */
export function writeBansCsv(bans: Iterable<Ban>, titles: BanColumnTitles): string {
  void bans
  return Object.values(titles).join(',')
}

/** The bans as JSON with everything that is known of them: `{ "version": 1, "bans": [...] }`. */
export function writeBansJson(bans: Iterable<Ban>): string {
  return JSON.stringify({ version: 1, bans: [...bans] }, null, 2)
}
