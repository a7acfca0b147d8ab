import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import type { Replicas } from './create-replicas.ts'

// All of the block or nothing. The answer is empty for a day that is neither today nor tomorrow by the database's clock.
const TAKE = `
  WITH asked AS MATERIALIZED (
    SELECT $1::text AS key, $2::int AS day, $3::int AS calls
    WHERE $2::int - floor(extract(epoch FROM clock_timestamp()) / 86400) IN (0, 1)
  ), granted AS (
    INSERT INTO rapsheet_replicas.day_calls AS d (key, day, taken) SELECT key, day, calls FROM asked
    ON CONFLICT (key, day) DO UPDATE SET taken = d.taken + excluded.taken
    WHERE excluded.taken > 0 AND ($4::int = 0 OR d.taken + excluded.taken <= $4::int)
    RETURNING taken
  )
  SELECT true AS is_granted, taken FROM granted
  UNION ALL
  SELECT false, coalesce(d.taken, 0) FROM asked LEFT JOIN rapsheet_replicas.day_calls d USING (key, day)
    WHERE NOT EXISTS (SELECT FROM granted)`
const FORGET = 'DELETE FROM rapsheet_replicas.day_calls WHERE day < $1'

const rowsSchema = z.tuple([z.object({ is_granted: z.boolean(), taken: z.int() })])

const DAY_SECONDS = 86_400
const KEPT_DAYS = 7
/** A process holds at most this part of the day's calls, its block. A kill loses what is left of the block. */
const BLOCK_PART = 1 / 100
/** A process holds no more calls than it has made since its start, but at least this many, so that a crash loop loses few calls. */
const FIRST_BLOCK = 50
/** The limit by which blocks are sized if there is none. */
const USUAL_LIMIT = 100_000
/** The block is filled up when this part of it is left, so that calls seldom wait. */
const FILL_PART = 3 / 4
/** This part of the block is kept for look-ups: the database may be away before the block can be filled up. */
const RESERVED_PART = 1 / 2
/** Maximum duration of a statement. A call may wait for two: the one in progress may bring too few calls. */
const WITHIN_MS = 240
const OPEN_WITHIN_MS = 5_000

export interface CallBlocksOptions {
  replicas: Pick<Replicas, 'run' | 'members' | 'addStep' | 'pollNow' | 'isConnected'>
  /** The digest of the API key. */
  key: string
  /** Calls a day, by the lowest setting of all processes; 0 for no limit. */
  limit: () => number
  /** A clock with the database's time. */
  clock: Clock
}

/**
 * Opens this process's part of the day's calls, which all processes with the same key take from one row in blocks. The calls of a block count
 * as used once they are taken, so that the day's limit is not passed whatever happens to a process. While the database is away, the process
 * goes on with what it holds, for look-ups only. A block ends with its day. Rejects when the row cannot be read.
 */
export async function openCallBlocks({ replicas, key, limit, clock }: CallBlocksOptions) {
  const held = createHeldCalls({ replicas, limit, clock })
  let hasFailed = false
  let filling: Promise<void> | undefined
  const isAway = () => hasFailed || !replicas.isConnected()

  /** Fills the block up, and reads what all processes have taken. */
  const fillOn = async (client: ClientBase) => {
    for (let isDone = false; !isDone;) {
      const { day, calls } = held.wanted()
      const { rows } = await client.query(TAKE, [key, day, calls, limit()])
      const [{ is_granted: isGranted, taken }] = rowsSchema.parse(rows)
      held.add(day, isGranted ? calls : 0, taken)
      // Otherwise, too few calls are left for this block, and a smaller one is tried.
      isDone = isGranted || calls === 0
    }
    hasFailed = false
  }
  /** Fills the block up, or waits if that is in progress. */
  const fillBy = (filled: () => Promise<void>): Promise<void> =>
    (filling ??= filled().finally(() => (filling = undefined)))
  /** Fills the block up now; never rejects. */
  const fill = (): Promise<void> =>
    fillBy(() => replicas.run(WITHIN_MS, fillOn)).catch(() => {
      hasFailed = true
      void replicas.pollNow()
    })

  const takeHeld = (isLookup: boolean): boolean => {
    const isTaken = held.take(isLookup)
    if (isTaken && !isAway() && held.isLow()) void fill()
    return isTaken
  }
  const waitForCall = async (isLookup: boolean, withinMs: number): Promise<boolean> => {
    const until = clock.now() + withinMs
    const mayCome = () => !isAway() && !held.isSpent() && clock.now() < until
    let isTaken = false
    while (!isTaken && mayCome()) {
      await held.waitFor(endsWithin(until - clock.now(), fill(), clock))
      isTaken = takeHeld(isLookup)
    }
    return isTaken
  }

  await replicas.run(OPEN_WITHIN_MS, async (client) => {
    await client.query(FORGET, [Math.floor(clock.unixSeconds() / DAY_SECONDS) - KEPT_DAYS])
    await fillOn(client)
  })
  const removeStep = replicas.addStep(async (client) => {
    // The fill of a request has a shorter time limit, which must not fail the poll.
    await filling?.catch(() => {})
    await fillBy(() => fillOn(client))
  })

  return {
    /** Takes a call. Returns true at once if a call is left, otherwise a promise of whether a call became available within `withinMs`. */
    take: (isLookup: boolean, withinMs: number): true | Promise<boolean> =>
      takeHeld(isLookup) || waitForCall(isLookup, withinMs),
    /** How many calls of today all processes have taken, without those that this process still holds. */
    state: () => ({ ...held.state(), limit: limit(), isAway: isAway() }),
    close: removeStep,
  }
}

export type CallBlocks = Awaited<ReturnType<typeof openCallBlocks>>

/** The calls that a process holds, and the rules of how many it takes. */
function createHeldCalls({ replicas, limit, clock }: Pick<CallBlocksOptions, 'replicas' | 'limit' | 'clock'>) {
  let day = 0
  /** Calls that this process holds and has not made; negative for calls that have to be added, which only a key without limit has. */
  let held = 0
  /** The last known number of calls that all processes have taken. */
  let taken = 0
  let made = 0
  /** The number of calls that wait until the block is filled up. */
  let waiting = 0

  const startDay = () => {
    const today = Math.floor(clock.unixSeconds() / DAY_SECONDS)
    if (today !== day) [day, held, taken] = [today, 0, 0]
  }
  /** The most that is taken at once: near the end of the day's calls, idle processes must not hold many of the last ones. */
  const fairShare = () => {
    if (limit() === 0) return Number.POSITIVE_INFINITY
    const left = Math.max(0, limit() - taken)
    return Math.min(left, Math.max(1, Math.floor(left / (2 * replicas.members().length))))
  }
  const block = () => {
    const most = Math.max(1, Math.floor((limit() || USUAL_LIMIT) * BLOCK_PART))
    return Math.min(most, Math.max(FIRST_BLOCK, made), fairShare())
  }
  return {
    isLow: () => held < block() * FILL_PART,
    isSpent: () => limit() > 0 && taken >= limit(),
    /** How many calls of today to take, so that a block is left when the waiting ones have been made. */
    wanted(): { day: number; calls: number } {
      startDay()
      return { day, calls: Math.max(0, Math.min(block() + waiting - held, fairShare())) }
    },
    /** Records how many calls of a day this process has got, and how many of that day all processes have taken. */
    add(of: number, granted: number, all: number): void {
      startDay()
      if (of !== day) return
      held += granted
      taken = Math.max(taken, all)
    },
    /** Whether a call was left. One that is not for a look-up leaves a part of the block. */
    take(isLookup: boolean): boolean {
      startDay()
      const kept = isLookup ? 0 : block() * RESERVED_PART
      if (limit() > 0 && held <= kept) return false
      held -= 1
      made += 1
      return true
    },
    /** Counts a call that waits until the block is filled up. */
    async waitFor(filled: Promise<unknown>): Promise<void> {
      waiting += 1
      await filled
      waiting -= 1
    },
    state() {
      startDay()
      return { used: taken - held, held }
    },
  }
}
