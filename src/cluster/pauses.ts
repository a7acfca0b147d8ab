import type { Clock } from '../lib/clock.ts'
import type { Pause, SharedPause } from '../lib/limits/shared-pause.ts'
import type { Replicas } from './create-replicas.ts'
import { readPauses, takePause, writePause, type PauseRow } from './pause-rows.ts'

const READ_EVERY_MS = 5_000
const WITHIN_MS = 1_000
const NOTICE = 'pauses'

interface PausesOptions {
  replicas: Pick<Replicas, 'run' | 'notices'>
  /** The names of the pauses that this replica uses. */
  names: readonly string[]
  clock: Clock
}

/**
 * Opens the pauses with these names, which all replicas share. Each pause is a row, with times by the clock of the database. The rows are
 * read every few seconds, and at once when a notice says that a pause has changed. While the database is away, each replica uses its own
 * pauses, and stores them afterwards. Rejects when the rows cannot be read at the start.
 */
export async function openPauses({ replicas, names, clock }: PausesOptions) {
  const { run, notices } = replicas
  const pauses = new Map(names.map((name) => [name, createPause(name, replicas, clock)]))
  let reading: Promise<void> | undefined
  let mustRepeat = false
  let isStopped = false
  let stopTimer = () => {}

  const readAll = async () => {
    const rows = await run(WITHIN_MS, (client) => readPauses(client, [...names]))
    for (const row of rows) pauses.get(row.name)?.receive(row)
    await Promise.all([...pauses.values()].map(({ flush }) => flush()))
  }
  const refresh = (): void => {
    if (isStopped) return
    if (reading) return void (mustRepeat = true)
    mustRepeat = false
    stopTimer()
    reading = readAll()
      .catch(() => {})
      .finally(() => {
        reading = undefined
        if (isStopped) return
        stopTimer = clock.setTimer(READ_EVERY_MS, refresh)
        if (mustRepeat) refresh()
      })
  }
  await readAll()
  const stopListening = [notices.on(NOTICE, refresh), notices.onMissed(refresh)]
  stopTimer = clock.setTimer(READ_EVERY_MS, refresh)

  return {
    /** The pause with this name, which has to be one of `names`. */
    get(name: string): SharedPause {
      const pause = pauses.get(name)
      if (!pause) throw new RangeError(`no pause has the name ${name}`)
      return pause.shared
    },
    async close(): Promise<void> {
      isStopped = true
      stopTimer()
      for (const stop of stopListening) stop()
      await reading
      await Promise.all([...pauses.values()].map(({ settled }) => settled()))
    },
  }
}

/** Creates one shared pause. It keeps the row as it was last read, and a change by this replica that is not stored yet. */
function createPause(name: string, { run, notices }: PausesOptions['replicas'], clock: Clock) {
  let known: { pause: Pause; atMs: number } | undefined
  let listener: ((pause: Pause | undefined) => void) | undefined
  let revision = 0
  /** The pause, or its end, that this replica has not stored yet. */
  let unsent: { pause: Pause | undefined; atMs: number } | undefined
  let sending: Promise<void> | undefined

  const note = (own: number) => {
    revision = Math.max(revision, own)
    notices.publish(NOTICE)
  }
  const sendAll = async () => {
    while (unsent) {
      const sent = unsent
      const { pause, atMs } = sent
      const left = pause && { ...pause, leftMs: Math.max(0, pause.leftMs - (clock.now() - atMs)) }
      // A pause that has ended meanwhile need not be stored.
      if (left?.pauseMs !== 0 || left.leftMs > 0) note(await run(WITHIN_MS, (client) => writePause(client, name, left)))
      if (unsent === sent) unsent = undefined
    }
  }
  const flush = async (): Promise<void> => {
    sending ??= sendAll()
      .catch(() => {})
      .finally(() => (sending = undefined))
    await sending
  }
  const receive = (row: PauseRow, mayBeKnown = false) => {
    // An unsent pause of this replica takes precedence over the row.
    if (unsent || row.revision < revision || (row.revision === revision && !mayBeKnown)) return
    revision = row.revision
    known = row.pause && { pause: row.pause, atMs: clock.now() }
    listener?.(row.pause)
  }
  const takeTurn = async (pause: Pause): Promise<boolean> => {
    if (unsent) await flush()
    try {
      const taken = await run(WITHIN_MS, (client) => takePause(client, name, pause))
      if (taken === undefined) {
        for (const row of await run(WITHIN_MS, (client) => readPauses(client, [name]))) receive(row, true)
        return false
      }
      note(taken)
      return true
    } catch {
      // While the database is away, each replica probes by itself.
      return true
    }
  }
  const shared: SharedPause = {
    known: () => known && { ...known.pause, leftMs: Math.max(0, known.pause.leftMs - (clock.now() - known.atMs)) },
    keep(pause) {
      unsent = { pause, atMs: clock.now() }
      void flush()
    },
    takeTurn,
    listen: (to) => void (listener = to),
  }
  return {
    shared,
    receive,
    flush,
    /** Resolves when no write is in progress. */
    settled: async () => sending,
  }
}
