import { stat } from 'node:fs/promises'
import type { Knex } from 'knex'
import { z } from 'zod'
import { systemClock, type WallClock } from '../../lib/clock.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { createQueue } from '../../lib/queue.ts'
import type { Engine } from '../engine.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { runTransaction } from '../run-transaction.ts'
import { createSqliteReader } from './knex-client.ts'
import { explain } from './sqlite-errors.ts'

/**
 * Creates the engine on an open connection to the file at `path`. Writes take turns on this connection, and reads on one of their own. Both
 * reject with the problem `lost`, even after their commit, when the file was deleted or replaced.
 */
export async function createSqliteEngine(
  path: string,
  db: Knex,
  { clock = systemClock, statementMs }: { clock?: WallClock; statementMs?: number } = {},
): Promise<Engine> {
  const [inOrder, readsInOrder] = [createQueue(), createQueue()]
  const reader = createSqliteReader(path, statementMs)
  const refuseLost = await rememberFiles(path)
  const inFile = <T>(queue: typeof inOrder, task: () => Promise<T>) =>
    queue(async () => {
      await refuseLost()
      // Checked even after an error, because SQLite reports a lost file as a disk failure.
      const [result] = await Promise.allSettled([task()])
      await refuseLost()
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  return {
    write: (work) => inFile(inOrder, () => runTransaction(db, {}, work)),
    read: (work) => inFile(readsInOrder, () => runTransaction(reader, { readOnly: true }, work)),
    // The process's clock, because all processes are on one machine.
    now: () => Promise.resolve(clock.unixSeconds()),
    // VACUUM, because `secure_delete` overwrites a deleted row, but not the copies that SQLite leaves in places from which a row was moved.
    purgeDeleted: () =>
      inFile(inOrder, async () => {
        await db.raw('VACUUM')
        // A read would keep its part of the log.
        await readsInOrder(() => emptyLog(db, path))
      }).catch((error: unknown) => {
        throw explain(
          path,
          'has been changed, but could not be written anew; deleted data may remain in its unused parts',
          error,
        )
      }),
    explain: (error) =>
      systemCodeOf(error).startsWith('SQLITE_') ? explain(path, 'failed, and nothing was changed', error) : error,
    refuse: (problem, text) => createDatabaseError(path, problem, text),
    async close() {
      // The last connection has to be one that may empty the log into the file.
      await readsInOrder(() => reader.destroy())
      await inOrder(() => db.destroy())
    },
  }
}

const checkpointSchema = z.tuple([z.object({ busy: z.int() })])

/** Empties the log into the file. */
async function emptyLog(db: Knex, path: string): Promise<void> {
  const [{ busy }] = checkpointSchema.parse(await db.raw('PRAGMA wal_checkpoint(TRUNCATE)'))
  if (busy !== 0)
    throw createDatabaseError(path, 'busy', 'is used by another process, so its log could not be emptied. Try again.')
}

/** Suffixes of the database, its write-ahead log, and the index of that log, in which processes see each other's locks. */
const ENDINGS = ['', '-wal', '-shm']

/**
 * Remembers the files of an open connection. Returns a function that rejects with the problem `lost` when one of these files was deleted,
 * replaced or emptied: SQLite would continue to write to the open file, and a restart would open another file.
 */
async function rememberFiles(path: string): Promise<() => Promise<void>> {
  const names = ENDINGS.map((ending) => `${path}${ending}`)
  const opened = await Promise.all(names.map(identify))
  return async () => {
    const found = await Promise.all(names.map(identify))
    const index = opened.findIndex((file, at) => file !== undefined && !isSame(file, found[at]))
    if (index === -1) return
    const name = names[index]
    const [what, now] = [name === path ? 'it' : `its file ${name}`, found[index]]
    const happened = now === undefined ? 'deleted' : now.id === opened[index]?.id ? 'emptied' : 'replaced'
    throw createDatabaseError(
      path,
      'lost',
      `is lost: ${what} was ${happened} while the service runs, and nothing is stored any more. Put it back as it was, or stop the service and restore a backup with "npm run restore -- <backup>".`,
    )
  }
}

interface File {
  id: string
  isEmpty: boolean
}

/** The identity of a file; undefined if it does not exist. */
async function identify(path: string): Promise<File | undefined> {
  try {
    const { dev, ino, size } = await stat(path, { bigint: true })
    // The write-ahead log may be empty, because SQLite empties it.
    return { id: `${dev}:${ino}`, isEmpty: size === 0n && !path.endsWith('-wal') }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return undefined
    throw explain(path, 'cannot be examined', error)
  }
}

const isSame = (opened: File, found: File | undefined) => found?.id === opened.id && (opened.isEmpty || !found.isEmpty)
