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

export function createWatchesRepository(db: Knex) {
  const onList = (guildId: string) => db('watches as w').where('w.guild_id', guildId)
  const readWatches = (rows: unknown) => readRows('watches', watchSchema, rows)
  const get = async (guildId: string, steamId: SteamId) =>
    readWatches(await onList(guildId).where('w.steam_id', steamId).select(WATCH_COLUMNS))[0]

  return {
    get,

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
    newestPart: (guildId: string, after: Pick<Watch, 'addedAt' | 'steamId'> | null, limit: number): Promise<Watch[]> =>
      readNewest(onList(guildId), after, limit),

    /** Finds which of these accounts are on the list. */
    async existing(guildId: string, steamIds: readonly SteamId[]): Promise<Set<SteamId>> {
      const found = await inChunks(steamIds, (chunk) =>
        onList(guildId).whereIn('w.steam_id', chunk).pluck<SteamId[]>('w.steam_id'),
      )
      return new Set(found.flat())
    },

    ...createCounts(db),

    /** Adds entries, which must not be on the lists yet; their servers and accounts must exist (`guilds.touch`, `accounts.ensure`). */
    add: (watches: readonly Watch[]): Promise<void> => addWatches(db, watches),

    /**
     * Removes an entry and returns it; undefined when it is not on the list. Stores no event if
     * `change` is undefined.
     */
    remove: async (guildId: string, steamId: SteamId, change: Change | undefined): Promise<Watch | undefined> =>
      removeEntry(db, await get(guildId, steamId), change),

    /** Changes the reason and the end of an entry. */
    change: (watch: Watch, terms: Pick<Watch, 'reason' | 'until'>, change: Change): Promise<void> =>
      changeEntry(db, watch, terms, change),

    /** Removes all entries of a server. */
    removeAll: (guildId: string): Promise<void> => removeAll(db, guildId),

    /** All entries for these accounts, of any server. */
    async of(steamIds: readonly SteamId[]): Promise<Watch[]> {
      const rows = await inChunks(steamIds, (chunk) =>
        db('watches as w').whereIn('w.steam_id', chunk).select(WATCH_COLUMNS),
      )
      return readWatches(rows.flat())
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

    /** Entries whose `until` has passed. */
    expired: async (now: number): Promise<Watch[]> =>
      readWatches(await db('watches as w').where('w.until', '<=', now).select(WATCH_COLUMNS)),
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

async function addWatches(db: Knex, watches: readonly Watch[]): Promise<void> {
  await noteWatches(db, watches, ({ addedAt, addedBy }) => ({ at: addedAt, author: addedBy, type: 'watch.added' }))
  await insertInChunks(watches, (chunk) => db('watches').insert(chunk.map((watch) => toRow(watchSchema, watch))))
  const steamIds = watches.map(({ steamId }) => steamId)
  const added = await inChunks(steamIds, (chunk) =>
    db('accounts')
      .whereIn('steam_id', chunk)
      .where('is_watched', false)
      .update({ is_watched: true, unwatched_since: null, failed_turns: 0, swept_in: 0 }),
  )
  const newlyWatched = added.reduce((sum, count) => sum + count, 0)
  await db('sweeps').whereNull('finished_at').increment('total', newlyWatched)
}

async function removeEntry(db: Knex, watch: Watch | undefined, change: Change | undefined): Promise<Watch | undefined> {
  if (!watch) return undefined
  await db('watches').where({ guild_id: watch.guildId, steam_id: watch.steamId }).delete()
  await noteUnwatched(db, [watch.steamId])
  if (change) await noteWatches(db, [watch], () => ({ ...change, type: 'watch.removed' }))
  return watch
}

async function changeEntry(
  db: Knex,
  watch: Watch,
  { reason, until }: Pick<Watch, 'reason' | 'until'>,
  change: Change,
): Promise<void> {
  await db('watches').where({ guild_id: watch.guildId, steam_id: watch.steamId }).update({ reason, until })
  await noteWatches(db, [{ ...watch, reason, until }], () => ({ ...change, type: 'watch.changed' }))
}

async function readNewest(
  list: Knex.QueryBuilder,
  after: Pick<Watch, 'addedAt' | 'steamId'> | null,
  limit: number,
): Promise<Watch[]> {
  if (after) {
    const { addedAt, steamId } = after
    list.where((older) =>
      older
        .where('w.added_at', '<', addedAt)
        .orWhere((same) => same.where('w.added_at', addedAt).where('w.steam_id', '<', steamId)),
    )
  }
  const inOrder = list.orderBy([
    { column: 'w.added_at', order: 'desc' },
    { column: 'w.steam_id', order: 'desc' },
  ])
  return readRows('watches', watchSchema, await inOrder.limit(limit).select(WATCH_COLUMNS))
}

async function removeAll(db: Knex, guildId: string): Promise<void> {
  const list = db('watches').where('guild_id', guildId)
  const steamIds = await list.clone().pluck<SteamId[]>('steam_id')
  await list.delete()
  await noteUnwatched(db, steamIds)
}

/** Marks the accounts that are on no list as unwatched; to be called after entries were deleted. */
async function noteUnwatched(db: Knex, steamIds: readonly SteamId[]): Promise<void> {
  await inChunks(steamIds, (chunk) =>
    db('accounts')
      .whereIn('steam_id', chunk)
      .whereNotIn('steam_id', db('watches').whereIn('steam_id', chunk).select('steam_id'))
      .update({ is_watched: false }),
  )
}
