import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { Pause, SharedPause } from '../lib/limits/shared-pause.ts'
import { createQueue } from '../lib/queue.ts'
import type { Replicas } from './create-replicas.ts'

const WITHIN_MS = 1_000

const rowsSchema = z.array(
  z.object({ name: z.string(), pause_ms: z.number(), left_ms: z.number(), is_over: z.boolean(), stamp: z.string() }),
)
type Row = z.output<typeof rowsSchema>[number]

/** `stamp` tells whether a row has changed. */
const COLUMNS = `name, pause_ms, is_over, concat_ws(' ', pause_ms, until, is_over) AS stamp,
  (extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS left_ms`
const READ = `SELECT ${COLUMNS} FROM rapsheet_replicas.pauses WHERE name = ANY($1)`
const WRITE = `
  INSERT INTO rapsheet_replicas.pauses (name, pause_ms, until, is_over)
  VALUES ($1, $2, clock_timestamp() + $3::float8 * interval '1 ms', $4)
  ON CONFLICT (name) DO UPDATE SET pause_ms = excluded.pause_ms, until = excluded.until, is_over = excluded.is_over
  RETURNING ${COLUMNS}`

async function query(client: ClientBase, text: string, values: unknown[]): Promise<Row[]> {
  return rowsSchema.parse((await client.query(text, values)).rows)
}

/** The pause of a row; undefined when it has ended. */
const pauseOf = ({ pause_ms: pauseMs, left_ms: leftMs, is_over: isOver }: Row): Pause | undefined =>
  isOver || (pauseMs === 0 && leftMs <= 0) ? undefined : { pauseMs, leftMs: Math.max(0, leftMs) }

interface PausesOptions {
  replicas: Pick<Replicas, 'run' | 'addStep'>
  /** The names of the pauses that this replica uses. */
  names: readonly string[]
  clock: Pick<Clock, 'now'>
}

/**
 * Opens the pauses with these names, which all replicas share. Each pause is a row, with times by the clock of the database, which each
 * poll reads. While the database is away, each replica uses its own pauses, and stores them afterwards. Rejects when the rows cannot be
 * read at the start.
 */
export async function openPauses({ replicas, names, clock }: PausesOptions) {
  // One after another, so that a row that was read before it was written is not taken for news.
  const inTurn = createQueue()
  const send = () => void inTurn(() => replicas.run(WITHIN_MS, writeAll)).catch(() => {})
  const pauses = new Map(names.map((name) => [name, createPause(name, clock, send)]))
  const writeAll = async (client: ClientBase) => {
    for (const { write } of pauses.values()) await write(client)
  }
  const exchange = (client: ClientBase) =>
    inTurn(async () => {
      await writeAll(client)
      for (const row of await query(client, READ, [names])) pauses.get(row.name)?.receive(row)
    })
  await replicas.run(WITHIN_MS, exchange)
  replicas.addStep(exchange)

  return {
    /** The pause with this name, which has to be one of `names`. */
    get(name: string): SharedPause {
      const pause = pauses.get(name)
      if (!pause) throw new RangeError(`no pause has the name ${name}`)
      return pause.shared
    },
    /** Resolves when no write is in progress. */
    close: (): Promise<void> => inTurn(async () => {}),
  }
}

/** Creates one shared pause. It keeps the row as it was last read, and a change by this replica that is not stored yet. */
function createPause(name: string, clock: Pick<Clock, 'now'>, send: () => void) {
  let known: { pause: Pause; atMs: number } | undefined
  let listener: ((pause: Pause | undefined) => void) | undefined
  /** The stamp of the row that this replica has read or written last. */
  let stamp = ''
  /** The pause, or its end, that this replica has not stored yet. */
  let unsent: { pause: Pause | undefined; atMs: number } | undefined

  const leftOf = (pause: Pause, atMs: number) => Math.max(0, pause.leftMs - (clock.now() - atMs))
  const shared: SharedPause = {
    known: () => known && { ...known.pause, leftMs: leftOf(known.pause, known.atMs) },
    keep(pause) {
      // One task sends whatever is the newest then; more would only wait for a database that hangs.
      const isQueued = unsent !== undefined
      unsent = { pause, atMs: clock.now() }
      if (!isQueued) send()
    },
    listen: (to) => void (listener = to),
  }
  return {
    shared,
    /** Stores what is not stored yet. */
    async write(client: ClientBase): Promise<void> {
      const sent = unsent
      if (!sent) return
      const { pause } = sent
      const leftMs = pause ? leftOf(pause, sent.atMs) : 0
      // A pause that has ended by itself meanwhile need not be stored.
      if (pause?.pauseMs !== 0 || leftMs > 0) {
        const [row] = await query(client, WRITE, [name, pause?.pauseMs ?? 0, leftMs, pause === undefined])
        if (row) stamp = row.stamp
      }
      if (unsent === sent) unsent = undefined
    },
    /** Takes a row that was read; an unsent pause of this replica takes precedence. */
    receive(row: Row): void {
      if (unsent || row.stamp === stamp) return
      stamp = row.stamp
      const pause = pauseOf(row)
      known = pause && { pause, atMs: clock.now() }
      listener?.(pause)
    },
  }
}
