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

/** Takes a block if enough calls are left, and returns how many calls of that day all processes have taken. */
async function takeBlock(client: ClientBase, block: { key: string; day: number; calls: number; limit: number }) {
  const { key, day, calls, limit } = block
  const { rows } = await client.query(TAKE, [key, day, calls, limit])
  const [{ is_granted: isGranted, taken }] = rowsSchema.parse(rows)
  return { isGranted, taken }
}

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
/** How long before midnight UTC a block of the next day is taken, in case the database is away at midnight. */
const NEXT_DAY_SECONDS = 3_600
/** Maximum duration of a statement. A call may wait for two: the one in progress may bring too few calls. */
const WITHIN_MS = 240
const OPEN_WITHIN_MS = 5_000
/** Interval at which the count of the other processes is read, and a block filled up that is used slowly. */
const READ_EVERY_MS = 5_000
const RETRY_EVERY_MS = 1_000

/** The calls of one day. */
interface DayCalls {
  /** Calls that this process holds and has not made; negative for calls that have to be added, which only a key without limit has. */
  held: number
  /** The last known number of calls that all processes have taken. */
  taken: number
}

export interface CallBlocksOptions {
  replicas: Pick<Replicas, 'run' | 'members' | 'beatNow'>
  /** The digest of the API key. */
  key: string
  /** Calls a day, by the lowest setting of all processes; 0 for no limit. */
  limit: () => number
  /** A clock with the database's time. */
  clock: Clock
  /** Measures the waits; `clock` by default. */
  loop?: Clock
}

/** The calls that a process holds, and the rules of how many it takes. */
function createHeldCalls({ replicas, limit, clock }: Pick<CallBlocksOptions, 'replicas' | 'limit' | 'clock'>) {
  const days = new Map<number, DayCalls>()
  let made = 0

  /** The UTC day in this many seconds. */
  const dayIn = (seconds: number) => Math.floor((clock.unixSeconds() + seconds) / DAY_SECONDS)
  const callsOf = (day: number): DayCalls => {
    const known = days.get(day)
    if (known) return known
    const begun = { held: 0, taken: 0 }
    for (const other of days.keys()) if (other < day - 1) days.delete(other)
    days.set(day, begun)
    return begun
  }
  const today = () => callsOf(dayIn(0))
  /** The most that is taken at once: near the end of the day's calls, idle processes must not hold many of the last ones. */
  const fairShare = ({ taken }: DayCalls) => {
    if (limit() === 0) return Number.POSITIVE_INFINITY
    const left = Math.max(0, limit() - taken)
    return Math.min(left, Math.max(1, Math.floor(left / (2 * replicas.members().length))))
  }
  const blockOf = (calls: DayCalls) => {
    const most = Math.max(1, Math.floor((limit() || USUAL_LIMIT) * BLOCK_PART))
    return Math.min(most, Math.max(FIRST_BLOCK, made), fairShare(calls))
  }
  const own = {
    /** The number of calls that wait until the block is filled up. */
    waiting: 0,
    dayIn,
    today,
    isLow: () => today().held < blockOf(today()) * FILL_PART,
    isSpent: () => limit() > 0 && today().taken >= limit(),
    /** How many calls of a day to take, so that a block is left when the waiting ones have been made. */
    wanted(day: number): number {
      const calls = callsOf(day)
      return Math.max(0, Math.min(blockOf(calls) + own.waiting - calls.held, fairShare(calls)))
    },
    /** Records how many calls this process has got, and how many of that day all processes have taken. */
    add(day: number, granted: number, taken: number): void {
      const calls = callsOf(day)
      calls.held += granted
      calls.taken = Math.max(calls.taken, taken)
    },
    /** Whether a call was left. One that is not for a look-up leaves a part of the block. */
    take(isLookup: boolean): boolean {
      const calls = today()
      const kept = isLookup ? 0 : blockOf(calls) * RESERVED_PART
      if (limit() > 0 && calls.held <= kept) return false
      calls.held--
      made++
      return true
    },
  }
  return own
}

/** Fills the block up, and reads what all processes have taken. */
async function fillUp(
  { replicas, key, limit }: CallBlocksOptions,
  own: ReturnType<typeof createHeldCalls>,
  withinMs: number,
): Promise<void> {
  for (const day of new Set([own.dayIn(0), own.dayIn(NEXT_DAY_SECONDS)]))
    for (let isDone = false; !isDone;) {
      const wanted = own.wanted(day)
      const { isGranted, taken } = await replicas.run(withinMs, (client) =>
        takeBlock(client, { key, day, calls: wanted, limit: limit() }),
      )
      own.add(day, isGranted ? wanted : 0, taken)
      // Otherwise, too few calls are left for this block, and a smaller one is tried.
      isDone = isGranted || wanted === 0
    }
}

/**
 * Opens this process's part of the day's calls, which all processes with the same key take from one row in blocks. The calls of a block count
 * as used once they are taken, so that the day's limit is not passed whatever happens to a process. While the database is away, the process
 * goes on with what it holds, for look-ups only. A block ends with its day. Rejects when the row cannot be read.
 */
export async function openCallBlocks(options: CallBlocksOptions) {
  const { replicas, limit, clock, loop = clock } = options
  const own = createHeldCalls(options)
  let isAway = false
  let isClosed = false
  let filling: Promise<void> | undefined
  let stopTimer = () => {}

  const tryFill = async () => {
    try {
      await fillUp(options, own, WITHIN_MS)
      isAway = false
    } catch {
      isAway = true
      void replicas.beatNow()
    }
    filling = undefined
    schedule()
  }
  /** Fills the block up; or only waits, if that is in progress. Never rejects. */
  const fill = (): Promise<void> => (filling ??= tryFill())
  const schedule = () => {
    stopTimer()
    if (isClosed) return
    // Many calls may have been made meanwhile.
    if (!isAway && own.isLow()) void fill()
    else stopTimer = clock.setTimer(isAway ? RETRY_EVERY_MS : READ_EVERY_MS, () => void fill())
  }

  const takeHeld = (isLookup: boolean): boolean => {
    const isTaken = own.take(isLookup)
    if (isTaken && !isAway && own.isLow()) void fill()
    return isTaken
  }
  const waitForCall = async (isLookup: boolean, withinMs: number): Promise<boolean> => {
    const until = loop.now() + withinMs
    const mayCome = () => !isAway && !own.isSpent() && loop.now() < until
    let isTaken = false
    while (!isTaken && mayCome()) {
      own.waiting++
      await endsWithin(until - loop.now(), fill(), loop)
      own.waiting--
      isTaken = takeHeld(isLookup)
    }
    return isTaken
  }

  await replicas.run(OPEN_WITHIN_MS, (client) => client.query(FORGET, [own.dayIn(0) - KEPT_DAYS]))
  await fillUp(options, own, OPEN_WITHIN_MS)
  schedule()

  return {
    /** Takes a call. Returns true at once if a call is left, otherwise a promise of whether a call became available within `withinMs`. */
    take: (isLookup: boolean, withinMs: number): true | Promise<boolean> =>
      takeHeld(isLookup) || waitForCall(isLookup, withinMs),
    /** How many calls of today all processes have taken, without those that this process still holds. */
    state() {
      const { held, taken } = own.today()
      return { used: taken - held, limit: limit(), isAway, held }
    },
    close(): void {
      isClosed = true
      stopTimer()
    },
  }
}

export type CallBlocks = Awaited<ReturnType<typeof openCallBlocks>>
