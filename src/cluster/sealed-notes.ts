import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { TextSeal } from '../lib/sealed-text.ts'

const WITHIN_MS = 2_000
const RETRY_MS = 1_000
const CLOSE_WITHIN_MS = 1_000
const CLEAN_MS = 60_000
/** Maximum number of additions, and of removals, that are kept for another attempt after a failed write; the rest is dropped. */
const MAX_WAITING = 10_000

export interface SealedNotesOptions {
  /** Runs `task` with a connection to the database; rejects after `withinMs`. */
  run: <T>(withinMs: number, task: (client: ClientBase) => Promise<T>) => Promise<T>
  seal: TextSeal
  /** The name of this process. */
  holder: string
  /** How long a note is kept. */
  lifeSeconds: number
  clock: Pick<Clock, 'sleep'>
  /** Called when the database does not answer; the notes are written later. */
  onError: (error: unknown) => void
}

interface Note {
  text: string
  /** Whether an attempt to write the note was made; even a failed attempt may have stored it. */
  isTried: boolean
}

/** A note of another process. */
export interface TakenNote {
  id: string
  text: string
  /** Removes the note; to be called once it is dealt with. Until then another process may take it. */
  remove(): void
}

const ADD = `INSERT INTO rapsheet_replicas.open_answers (id, holder, note, expires_at)
  SELECT id, $3, note, now() + make_interval(secs => $4) FROM unnest($1::text[], $2::bytea[]) AS added (id, note)
  ON CONFLICT (id) DO NOTHING`
const REMOVE = 'DELETE FROM rapsheet_replicas.open_answers WHERE id = ANY ($1)'
const REMOVE_EXPIRED = 'DELETE FROM rapsheet_replicas.open_answers WHERE expires_at <= now()'
const TAKE = `UPDATE rapsheet_replicas.open_answers SET holder = $1
  WHERE holder <> $1 AND expires_at > now() RETURNING id, note`

const rowsSchema = z.array(z.object({ id: z.string(), note: z.instanceof(Buffer) }))

/**
 * Creates the store for encrypted notes of this process. Another process takes the notes over if this process ends without removing them.
 * Adding and removing a note does not wait for the database.
 */
export function createSealedNotes(options: SealedNotesOptions) {
  const { run, seal, holder, lifeSeconds, clock, onError } = options
  const adding = new Map<string, Note>()
  const removing = new Set<string>()
  const stop = new AbortController()
  let writing: Promise<void> | undefined

  const writeOnce = async () => {
    const [added, removed] = [[...adding], [...removing]]
    adding.clear()
    removing.clear()
    for (const [, note] of added) note.isTried = true
    try {
      const notes = added.map(([id, { text }]) => seal.seal(id, text))
      await run(WITHIN_MS, async (client) => {
        if (added.length > 0) await client.query(ADD, [added.map(([id]) => id), notes, holder, lifeSeconds])
        if (removed.length > 0) await client.query(REMOVE, [removed])
      })
    } catch (error) {
      if (!stop.signal.aborted) onError(error)
      for (const [id, note] of added) if (!removing.has(id) && adding.size < MAX_WAITING) adding.set(id, note)
      for (const id of removed) if (removing.size < MAX_WAITING) removing.add(id)
      await clock.sleep(RETRY_MS, stop.signal).catch(() => {})
    }
  }
  const writeAll = async () => {
    while (adding.size + removing.size > 0 && !stop.signal.aborted) await writeOnce()
    writing = undefined
  }
  const kick = () => {
    writing ??= writeAll()
  }
  const remove = (id: string) => {
    removing.add(id)
    kick()
  }
  void cleanUp(options, stop.signal)

  return {
    /** Adds a note under a unique id; returns a function that removes it. Neither waits nor throws. */
    add(id: string, text: string): () => void {
      const note: Note = { text, isTried: false }
      adding.set(id, note)
      // Written in the next turn of the event loop, so that a note that is removed at once needs no statement.
      setImmediate(kick)
      return () => {
        adding.delete(id)
        // A failed attempt may have written the note.
        if (note.isTried) remove(id)
      }
    },
    /** Takes the notes of other processes. `unreadable` counts notes that were sealed with another secret; they stay until they expire. */
    async takeOthers(): Promise<{ notes: TakenNote[]; unreadable: number }> {
      const { rows } = await run(WITHIN_MS, (client) => client.query(TAKE, [holder]))
      const notes = rowsSchema.parse(rows).flatMap(({ id, note }) => {
        const text = seal.open(id, note)
        return text === undefined ? [] : [{ id, text, remove: () => remove(id) }]
      })
      return { notes, unreadable: rows.length - notes.length }
    },
    /** Writes the waiting notes, unless the database takes too long. */
    async close(): Promise<void> {
      if (adding.size + removing.size > 0) kick()
      await Promise.race([writing, clock.sleep(CLOSE_WITHIN_MS, stop.signal)])
      stop.abort()
    },
  }
}

/** Removes expired notes of all processes, until the signal aborts. */
async function cleanUp({ run, clock, onError }: SealedNotesOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run(WITHIN_MS, (client) => client.query(REMOVE_EXPIRED)).catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
    await clock.sleep(CLEAN_MS, signal).catch(() => {})
  }
}
