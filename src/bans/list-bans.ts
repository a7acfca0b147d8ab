import type { Actor } from '../model/actor.ts'
import type { BanAction } from '../model/ban.ts'
import { toBanNote } from './ban-texts.ts'
import type { BansContext } from './bans-context.ts'
import type { BanRepositories } from './database/repositories.ts'
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
  given: BanFilter,
  page: { limit: number; offset: number },
): Promise<BanPage> {
  // Cleaned in the way of the stored texts, which have no invisible characters; a search for nothing else finds nothing.
  const filter = { ...given, search: toBanNote(given.search) || given.search }
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
const ACTIVE: BanFilter = { search: '', state: 'active' }

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

type ExportRequest = Actor & { format: string }

/**
 * Reads all active bans of a server in parts, for a file in this format. Before the first part is read, `onCount` gets their number and may
 * throw, and the log says who exported them.
 */
export async function* exportBanParts(
  context: Pick<BansContext, 'database' | 'clock'>,
  request: ExportRequest,
  onCount: (count: number) => void = () => {},
): AsyncGenerator<StoredBan[], void, undefined> {
  const { database, clock } = context
  const at = clock.unixSeconds()
  const count = await database.read(({ bans }) => bans.count(request.guildId, ACTIVE, at), request.guildId)
  onCount(count)
  if (count > 0) await database.transaction((repositories) => logExport(repositories, request, count, at))
  yield* readBanParts(context, request.guildId)
}

async function logExport(
  { guilds, audit }: Pick<BanRepositories, 'guilds' | 'audit'>,
  { guildId, locale, userId, format }: ExportRequest,
  count: number,
  at: number,
): Promise<void> {
  await guilds.touch(guildId, locale, at, userId)
  const action: BanAction = 'bans_exported'
  await audit.add([{ guildId, at, userId, action, steamId: null, detail: `${count} ${format}` }])
}
