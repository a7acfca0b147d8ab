import type { BansContext } from './bans-context.ts'
import type { BanFilter, StoredBan } from './database/bans.ts'

export type { BanFilter, StoredBan } from './database/bans.ts'

export interface BanPage {
  /** The bans of the page, newest first. */
  bans: StoredBan[]
  /** Number of bans that match the filter. */
  matching: number
  /** Number of active bans of the server. */
  active: number
}

/** A page of the bans of a server, from the number `offset`. */
export async function listBans(
  { database, clock }: Pick<BansContext, 'database' | 'clock'>,
  guildId: string,
  filter: BanFilter,
  page: { limit: number; offset: number },
): Promise<BanPage> {
  const now = clock.unixSeconds()
  return database.read(async ({ bans }) => ({
    bans: await bans.list(guildId, filter, now, page),
    matching: await bans.count(guildId, filter, now),
    active: await bans.count(guildId, ACTIVE, now),
  }))
}

/** Selects the active bans. */
export const ACTIVE: BanFilter = { search: '', state: 'active' }

const BANS_PER_READ = 500

/** All active bans of a server, the oldest first. Read in parts, so that other work need not wait. */
export async function* readBanParts(
  { database, clock }: Pick<BansContext, 'database' | 'clock'>,
  guildId: string,
): AsyncGenerator<StoredBan[], void, undefined> {
  const now = clock.unixSeconds()
  for (let after = 0; ;) {
    const from = after
    const part = await database.read(({ bans }) => bans.activePart(guildId, from, BANS_PER_READ, now))
    yield part
    after = part.at(-1)?.id ?? after
    if (part.length < BANS_PER_READ) return
  }
}

/** All active bans of a server, the oldest first, for an export. */
export async function readAllBans(
  context: Pick<BansContext, 'database' | 'clock'>,
  guildId: string,
): Promise<StoredBan[]> {
  const all: StoredBan[] = []
  for await (const part of readBanParts(context, guildId)) all.push(...part)
  return all
}
