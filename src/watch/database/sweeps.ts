import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { inChunks, readCount, readInsertedId, readRows, selectRows } from '../../database/rows.ts'

/** Number of sweeps that are kept. */
const SWEEPS_KEPT = 1_000

const sweepSchema = z.object({
  id: z.int(),
  startedAt: unixSecondsSchema,
  /** When the sweep ended; null while it runs. */
  finishedAt: unixSecondsSchema.nullable(),
  /** The interval of sweeps when this sweep began, seconds. */
  intervalSeconds: z.int(),
  /** Number of calls to Steam so far, including retries. */
  calls: z.int(),
  /** Number of accounts to check: those watched when it started, and those added since. */
  total: z.int(),
  /** Number of accounts whose turn has ended. At the end it can be less than `total`, because accounts have left the lists. */
  done: z.int(),
})
/** A pass over all watched accounts. */
export type Sweep = z.infer<typeof sweepSchema>

const lastFinishedSchema = z.object({ finishedAt: unixSecondsSchema.nullable() })

export function createSweepsRepository(db: Knex) {
  const sweep = (id: number) => db('sweeps').where('id', id)
  const watched = () => watchedIn(db)

  return {
    /** The newest sweep. */
    async latest(): Promise<Sweep | undefined> {
      return (await selectRows('sweeps', sweepSchema, db('sweeps').orderBy('id', 'desc').limit(1)))[0]
    },

    /** When the newest finished sweep ended; null before the first. */
    async lastFinishedAt(): Promise<number | null> {
      const rows: unknown = await db('sweeps').max({ finishedAt: 'finished_at' })
      const [last] = readRows('sweeps', lastFinishedSchema, rows)
      return last?.finishedAt ?? null
    },

    /** Begins a sweep. Resets the counts of failed turns; accounts that never had a valid record keep their counts. */
    async start(now: number, intervalSeconds: number): Promise<Sweep> {
      const total = readCount(await watched().count({ count: '*' }))
      const inserted: unknown = await db('sweeps')
        .insert({ started_at: now, interval_seconds: intervalSeconds, total })
        .returning('id')
      const id = readInsertedId(inserted)
      await db('sweeps')
        .where('id', '<=', id - SWEEPS_KEPT)
        .delete()
      await watched().where('failed_turns', '>', 0).whereNotNull('checked_at').update({ failed_turns: 0 })
      return { id, startedAt: now, finishedAt: null, intervalSeconds, calls: 0, total, done: 0 }
    },

    /** The next accounts of a sweep, those with failed turns last. */
    async next(sweepId: number, limit: number): Promise<SteamId[]> {
      const waiting = () => watched().where('swept_in', '<', sweepId)
      // Two queries, because a single query would read all finished accounts to find the accounts with failed turns.
      const fresh = await waiting()
        .where('failed_turns', 0)
        .orderBy(['swept_in', 'id'])
        .limit(limit)
        .pluck<SteamId[]>('steam_id')
      if (fresh.length === limit) return fresh
      const failed = await waiting()
        .where('failed_turns', '>', 0)
        .orderBy(['failed_turns', 'swept_in', 'id'])
        .limit(limit - fresh.length)
        .pluck<SteamId[]>('steam_id')
      return [...fresh, ...failed]
    },

    /** Watched accounts without a valid record whose check has failed less than `maxFailures` times. */
    unchecked: async (limit: number, maxFailures: number): Promise<SteamId[]> =>
      watched()
        .whereNull('checked_at')
        .where('failed_turns', '<', maxFailures)
        .orderBy(['failed_turns', 'id'])
        .limit(limit)
        .pluck<SteamId[]>('steam_id'),

    ...createTurnMethods(db),

    addCalls: (sweepId: number, calls: number): Promise<void> => addProgress(db, sweepId, { done: 0, calls }),

    async finish(sweepId: number, now: number): Promise<void> {
      await sweep(sweepId).update({ finished_at: now })
    },

    /**
     * Progress of the checks of all accounts. An account that never had a valid record and failed `maxFailures` times counts as unknown to
     * Steam. Reads all watched accounts, which takes tens of milliseconds, so it is for reports only.
     */
    progress: (overdueBefore: number, maxFailures: number): Promise<SweepProgress> =>
      readProgress(db, overdueBefore, maxFailures),
  }
}

const watchedIn = (db: Knex) => db('accounts').where('is_watched', true)

/**
 * SQL condition: the newest turn of an account ended without a valid record, at the given time or later. Such an account was last checked
 * before the sweep of that turn began. The time of the turn is not stored. The end of the sweep, or its start while the sweep runs, differs
 * from it by less than an interval.
 */
const HAD_FAILED_TURN = 'checked_at < started_at and coalesce(finished_at, started_at) >= ?'

async function readProgress(db: Knex, overdueBefore: number, maxFailures: number): Promise<SweepProgress> {
  const rows: unknown = await watchedIn(db)
    .leftJoin('sweeps', 'sweeps.id', 'accounts.swept_in')
    .count({
      watched: '*',
      overdue: db.raw(
        `case when ${HAD_FAILED_TURN} then null when checked_at < ? or (checked_at is null and failed_turns < ?) then 1 end`,
        [overdueBefore, overdueBefore, maxFailures],
      ),
      unanswered: db.raw(`case when checked_at < ? and ${HAD_FAILED_TURN} then 1 end`, [overdueBefore, overdueBefore]),
    })
    .min({ oldestCheckedAt: 'checked_at' })
  const [progress = { watched: 0, overdue: 0, unanswered: 0, oldestCheckedAt: null }] = readRows(
    'accounts',
    progressSchema,
    rows,
  )
  return progress
}

const progressSchema = z.object({
  /** Watched accounts. */
  watched: z.coerce.number(),
  /** Accounts that had no turn since `overdueBefore`. Accounts of which Steam never had a record do not count. */
  overdue: z.coerce.number(),
  /** Accounts that had a turn since `overdueBefore`, but were not checked, because Steam no longer has a usable record of them. */
  unanswered: z.coerce.number(),
  /** The earliest time of the last checks of all accounts; null when no account was checked. */
  oldestCheckedAt: unixSecondsSchema.nullable(),
})
/** How current the checks of all watched accounts are. */
export type SweepProgress = z.infer<typeof progressSchema>

function createTurnMethods(db: Knex) {
  return {
    /**
     * For accounts whose valid records were seen at `checkedAt`: ends their turns in this sweep, and stores that time. Adds `calls` to the
     * calls of the sweep.
     */
    async recordDone(
      sweepId: number,
      { steamIds, checkedAt, calls }: { steamIds: readonly SteamId[]; checkedAt: number; calls: number },
    ): Promise<void> {
      const ended = await inChunks(steamIds, (chunk) =>
        db('accounts').whereIn('steam_id', chunk).update({ swept_in: sweepId, failed_turns: 0, checked_at: checkedAt }),
      )
      await addProgress(db, sweepId, { done: sumOf(ended), calls })
    },

    /**
     * Counts a failed turn of each account; an account with `maxFailures` failed turns waits for the next sweep.
     */
    async recordFailed(sweepId: number, steamIds: readonly SteamId[], maxFailures: number): Promise<void> {
      await inChunks(steamIds, (chunk) => db('accounts').whereIn('steam_id', chunk).increment('failed_turns', 1))
      const ended = await inChunks(steamIds, (chunk) =>
        db('accounts')
          .whereIn('steam_id', chunk)
          .where('failed_turns', '>=', maxFailures)
          .where('swept_in', '<', sweepId)
          .update({ swept_in: sweepId }),
      )
      const done = sumOf(ended)
      if (done > 0) await addProgress(db, sweepId, { done, calls: 0 })
    },
  }
}

/**
 * Adds to the counts of a sweep, in one statement, because it runs with each call. `done` does not change after the end of the sweep:
 * accounts that are checked later do not belong to it.
 */
async function addProgress(db: Knex, sweepId: number, { done, calls }: { done: number; calls: number }): Promise<void> {
  await db('sweeps')
    .where('id', sweepId)
    .update({
      calls: db.raw('calls + ?', [calls]),
      done: db.raw('case when finished_at is null then done + ? else done end', [done]),
    })
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
