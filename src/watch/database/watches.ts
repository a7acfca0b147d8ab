import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { ACCOUNT_COLUMNS, accountRowSchema, toAccountState } from './accounts.ts'
import type { AccountState } from './accounts.ts'
import { noteEvents } from '../../events/database/events.ts'
import type { EventType } from '../../model/event.ts'
import { type Watch, toWatchEntry } from '../../model/watch.ts'
import { columnsOf, inChunks, insertInChunks, readCount, readRows, toRow } from '../../database/rows.ts'

const watchSchema = z.object({
  guildId: z.string(),
  steamId: z.string(),
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
  until: unixSecondsSchema.nullable(),
  baselineAt: unixSecondsSchema.nullable(),
})

const WATCH_COLUMNS = columnsOf(watchSchema, 'w')
const listRowSchema = watchSchema.extend(accountRowSchema.shape)

export const createWatchesRepository = (db: Knex) => ({ ...createReads(db), ...createCounts(db), ...createChanges(db) })

const readWatches = async (watches: Knex.QueryBuilder): Promise<Watch[]> =>
  readRows('watches', watchSchema, await watches.select(WATCH_COLUMNS))
const entryOf = (db: Knex, guildId: string, steamId: SteamId) =>
  db('watches as w').where({ 'w.guild_id': guildId, 'w.steam_id': steamId })

function createReads(db: Knex) {
  const onList = (guildId: string) => db('watches as w').where('w.guild_id', guildId)
  return {
    async get(guildId: string, steamId: SteamId): Promise<Watch | undefined> {
      return (await readWatches(entryOf(db, guildId, steamId)))[0]
    },

    /** The list of a server, newest entry first, with the known state of each account. */
    async list(guildId: string): Promise<(Watch & { account: AccountState })[]> {
      const rows: unknown = await onList(guildId)
        .join('accounts as a', 'a.steam_id', 'w.steam_id')
        .leftJoin('observations as o', 'o.id', 'a.observation_id')
        .orderBy([{ column: 'w.added_at', order: 'desc' }, { column: 'w.steam_id' }])
        .select({ ...WATCH_COLUMNS, ...ACCOUNT_COLUMNS })
      return readRows('watches', listRowSchema, rows).map((row) => ({
        ...watchSchema.parse(row),
        account: toAccountState(row),
      }))
    },

    /** The next entries of a list after this one, in the order of adding, newest first; from the newest one if `after` is null. */
    async newestPart(
      guildId: string,
      after: Pick<Watch, 'addedAt' | 'steamId'> | null,
      limit: number,
    ): Promise<Watch[]> {
      const list = onList(guildId)
        .orderBy([
          { column: 'w.added_at', order: 'desc' },
          { column: 'w.steam_id', order: 'desc' },
        ])
        .limit(limit)
      if (after) void list.whereRaw('(w.added_at, w.steam_id) < (?, ?)', [after.addedAt, after.steamId])
      return readWatches(list)
    },

    /** Finds which of these accounts are on the list. */
    async existing(guildId: string, steamIds: readonly SteamId[]): Promise<Set<SteamId>> {
      const found = await inChunks(steamIds, (chunk) =>
        onList(guildId).whereIn('w.steam_id', chunk).pluck<SteamId[]>('w.steam_id'),
      )
      return new Set(found.flat())
    },

    /** The entries of a server for these accounts. */
    async ofServer(guildId: string, steamIds: readonly SteamId[]): Promise<Watch[]> {
      const found = await inChunks(steamIds, (chunk) => readWatches(onList(guildId).whereIn('w.steam_id', chunk)))
      return found.flat()
    },

    /** All entries for these accounts, of any server. */
    async of(steamIds: readonly SteamId[]): Promise<Watch[]> {
      const found = await inChunks(steamIds, (chunk) => readWatches(db('watches as w').whereIn('w.steam_id', chunk)))
      return found.flat()
    },

    /** Entries whose `until` has passed. */
    expired: (now: number): Promise<Watch[]> => readWatches(db('watches as w').where('w.until', '<=', now)),
  }
}

function createCounts(db: Knex) {
  return {
    count: async (guildId: string): Promise<number> =>
      readCount(await db('watches').where('guild_id', guildId).count({ count: '*' })),
    countAll: async (): Promise<number> => readCount(await db('watches').count({ count: '*' })),

    /** Distinct accounts that are watched, in the order of their ids: at most `limit`, and only those after `after`, if given. */
    async watchedSteamIds(limit: number, after = ''): Promise<SteamId[]> {
      const watched = db('accounts').where('is_watched', true).where('steam_id', '>', after)
      return watched.orderBy('steam_id').limit(limit).pluck<SteamId[]>('steam_id')
    },
  }
}

/** When and by whom an entry is changed; `author` is null for the service itself. */
interface Change {
  at: number
  author: string | null
}

/** Stores the events about entries. */
const noteWatches = (
  db: Knex,
  watches: readonly Watch[],
  change: (watch: Watch) => Change & { type: EventType },
): Promise<void> =>
  noteEvents(
    db,
    watches.map((watch) => ({
      guildId: watch.guildId,
      steamId: watch.steamId,
      object: toWatchEntry(watch),
      ...change(watch),
    })),
  )

function createChanges(db: Knex) {
  const row = ({ guildId, steamId }: Pick<Watch, 'guildId' | 'steamId'>) =>
    db('watches').where({ guild_id: guildId, steam_id: steamId })
  /** Marks the accounts that are on no list as unwatched; to be called after entries were deleted. */
  const noteUnwatched = (steamIds: readonly SteamId[]) =>
    inChunks(steamIds, (chunk) =>
      db('accounts')
        .whereIn('steam_id', chunk)
        .whereNotIn('steam_id', db('watches').whereIn('steam_id', chunk).select('steam_id'))
        .update({ is_watched: false }),
    )
  /** Removes entries of a server. Stores no events if `change` is undefined. */
  const removeThese = async (guildId: string, watches: readonly Watch[], change: Change | undefined): Promise<void> => {
    const steamIds = watches.map(({ steamId }) => steamId)
    await inChunks(steamIds, (chunk) => db('watches').where('guild_id', guildId).whereIn('steam_id', chunk).delete())
    await noteUnwatched(steamIds)
    if (change) await noteWatches(db, watches, () => ({ ...change, type: 'watch.removed' }))
  }
  return {
    removeThese,

    /** Adds entries, which must not be on the lists yet; their servers and accounts must exist (`guilds.touch`, `accounts.ensure`). `change` is who adds them and when, if they do not say it. */
    async add(watches: readonly Watch[], change?: Change): Promise<void> {
      const added = ({ addedAt, addedBy }: Watch) => change ?? { at: addedAt, author: addedBy }
      await noteWatches(db, watches, (watch) => ({ ...added(watch), type: 'watch.added' }))
      await insertInChunks(watches, (chunk) => db('watches').insert(chunk.map((watch) => toRow(watchSchema, watch))))
      const steamIds = watches.map(({ steamId }) => steamId)
      const counts = await inChunks(steamIds, (chunk) =>
        db('accounts')
          .whereIn('steam_id', chunk)
          .where('is_watched', false)
          .update({ is_watched: true, unwatched_since: null, failed_turns: 0, swept_in: 0 }),
      )
      const newlyWatched = counts.reduce((sum, count) => sum + count, 0)
      await db('sweeps').whereNull('finished_at').increment('total', newlyWatched)
    },

    /** Removes an entry and returns it; undefined when it is not on the list. Stores no event if `change` is undefined. */
    async remove(guildId: string, steamId: SteamId, change: Change | undefined): Promise<Watch | undefined> {
      const [watch] = await readWatches(entryOf(db, guildId, steamId))
      if (!watch) return undefined
      await removeThese(guildId, [watch], change)
      return watch
    },

    /** Changes the reason and the end of an entry. */
    async change(watch: Watch, { reason, until }: Pick<Watch, 'reason' | 'until'>, change: Change): Promise<void> {
      await row(watch).update({ reason, until })
      await noteWatches(db, [{ ...watch, reason, until }], () => ({ ...change, type: 'watch.changed' }))
    },

    /** Removes all entries of a server. */
    async removeAll(guildId: string): Promise<void> {
      const list = db('watches').where('guild_id', guildId)
      const steamIds = await list.clone().pluck<SteamId[]>('steam_id')
      await list.delete()
      await noteUnwatched(steamIds)
    },

    /** Sets the baseline of the entries for these accounts that have no baseline yet. */
    async setBaseline(steamIds: readonly SteamId[], at: number): Promise<void> {
      // Usually all entries have a baseline; an empty index shows that faster than a search for each account.
      const missing: unknown[] = await db('watches').whereNull('baseline_at').limit(1).select('steam_id')
      if (missing.length === 0) return
      await inChunks(steamIds, (chunk) =>
        db('watches').whereIn('steam_id', chunk).whereNull('baseline_at').update({ baseline_at: at }),
      )
    },
  }
}
