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
  return database.read(async ({ bans }) => {
    const matching = await bans.count(guildId, filter, now)
    return {
      // Without a match, the list would be searched to its end once more.
      bans: matching > page.offset ? await bans.list(guildId, filter, now, page) : [],
      matching,
      active: isActiveOnly(filter) ? matching : await bans.count(guildId, ACTIVE, now),
    }
  }, guildId)
}

/** Selects the active bans. */
export const ACTIVE: BanFilter = { search: '', state: 'active' }

const isActiveOnly = ({ search, steamId, addedBy, state }: BanFilter): boolean =>
  state === 'active' && search === '' && steamId === undefined && addedBy === undefined

const BANS_PER_READ = 500

/** All active bans of a server, the oldest first. Read in parts, so that other work need not wait. */
export async function* readBanParts(
  { database, clock }: Pick<BansContext, 'database' | 'clock'>,
  guildId: string,
): AsyncGenerator<StoredBan[], void, undefined> {
  const now = clock.unixSeconds()
  for (let after = 0; ;) {
    const from = after
    const part = await database.read(({ bans }) => bans.activePart(guildId, from, BANS_PER_READ, now), guildId)
    yield part
    after = part.at(-1)?.id ?? after
    if (part.length < BANS_PER_READ) return
  }
}
