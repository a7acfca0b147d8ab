import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { TextSeal } from '../lib/sealed-text.ts'

const WITHIN_MS = 2_000
const RETRY_MS = 1_000
const CLOSE_WITHIN_MS = 1_000
const CLEAN_MS = 60_000
/** Notes that wait for a database that is away; further ones are dropped. */
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
  /** Called when the database does not answer; the note is written later. */
  onError: (error: unknown) => void
}

interface Note {
  text: string
  /** Whether it was tried to write it. */
  isTried: boolean
}

/** A note that another process has left. */
export interface TakenNote {
  id: string
  text: string
  /** To be called once it is dealt with; until then a further process may take it. */
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
 * Creates the notes of this process, encrypted, which another one reads after this one has ended without removing them. Nothing
 * waits for the database when notes are added and removed.
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
    /** Adds a note under an id that no other note has; returns how to remove it. Neither waits nor throws. */
    add(id: string, text: string): () => void {
      const note: Note = { text, isTried: false }
      adding.set(id, note)
      // A turn later, so that an answer that is complete at once costs nothing.
      setImmediate(kick)
      return () => {
        adding.delete(id)
        // A try that has failed may have written it.
        if (note.isTried) remove(id)
      }
    },
    /** Takes over the notes that other processes have left; those of another secret cannot be read, and expire. */
    async takeOthers(): Promise<{ notes: TakenNote[]; unreadable: number }> {
      const { rows } = await run(WITHIN_MS, (client) => client.query(TAKE, [holder]))
      const notes = rowsSchema.parse(rows).flatMap(({ id, note }) => {
        const text = seal.open(id, note)
        return text === undefined ? [] : [{ id, text, remove: () => remove(id) }]
      })
      return { notes, unreadable: rows.length - notes.length }
    },
    /** Writes what waits, as far as the database answers soon. */
    async close(): Promise<void> {
      if (adding.size + removing.size > 0) kick()
      await Promise.race([writing, clock.sleep(CLOSE_WITHIN_MS, stop.signal)])
      stop.abort()
    },
  }
}

/** Removes the notes of all processes that have expired, until the signal aborts. */
async function cleanUp({ run, clock, onError }: SealedNotesOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run(WITHIN_MS, (client) => client.query(REMOVE_EXPIRED)).catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
    await clock.sleep(CLEAN_MS, signal).catch(() => {})
  }
}
