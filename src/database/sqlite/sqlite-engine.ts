import { stat } from 'node:fs/promises'
import type { Knex } from 'knex'
import { z } from 'zod'
import { systemClock, type WallClock } from '../../lib/clock.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { createQueue, type Engine } from '../engine.ts'
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
  const refuseLost = await rememberFile(path)
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

/**
 * Remembers the file of an open connection. Returns a function that rejects with the problem `lost` when it was deleted or replaced: SQLite
 * would continue to write to the open file, and a restart would open another file.
 */
async function rememberFile(path: string): Promise<() => Promise<void>> {
  const opened = await identify(path)
  return async () => {
    const found = await identify(path)
    if (found === opened) return
    const happened = found === undefined ? 'deleted' : 'replaced'
    throw createDatabaseError(
      path,
      'lost',
      `is lost: it was ${happened} while the service runs, and nothing is stored any more. Put it back as it was, or stop the service and restore a backup with "npm run restore -- <backup>".`,
    )
  }
}

/** The identity of a file; undefined if it does not exist. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return undefined
    throw explain(path, 'cannot be examined', error)
  }
}
