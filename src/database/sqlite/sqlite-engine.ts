import { stat } from 'node:fs/promises'
import type { Knex } from 'knex'
import { z } from 'zod'
import { systemClock, type WallClock } from '../../lib/clock.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { createQueue, type Engine } from '../engine.ts'
import { refusal } from '../refusal.ts'
import { runTransaction } from '../run-transaction.ts'
import { explain } from './sqlite-errors.ts'

/**
 * The engine on an open connection to the file at `path`. All transactions take turns on this connection. They reject with the
 * problem `lost`, also after their commit, when the file was deleted or replaced.
 */
export async function createSqliteEngine(path: string, db: Knex, clock: WallClock = systemClock): Promise<Engine> {
  const inOrder = createQueue()
  const refuseLost = await rememberFiles(path)
  const inFile = <T>(task: () => Promise<T>) =>
    inOrder(async () => {
      await refuseLost()
      // After an error too: of a lost file SQLite says that the disk fails.
      const [result] = await Promise.allSettled([task()])
      await refuseLost()
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  return {
    write: (work) => inFile(() => runTransaction(db, {}, work)),
    read: (work) => inFile(() => runTransaction(db, { readOnly: true }, work)),
    // All processes are on one machine, and so have one clock.
    now: () => Promise.resolve(clock.unixSeconds()),
    purgeDeleted: () =>
      inFile(() => rewrite(db, path)).catch((error: unknown) => {
        throw explain(
          path,
          'has been changed, but could not be written anew; deleted data may remain in its unused parts',
          error,
        )
      }),
    explain: (error) =>
      systemCodeOf(error).startsWith('SQLITE_') ? explain(path, 'failed, and nothing was changed', error) : error,
    refuse: (problem, text) => refusal(path, problem, text),
    close: () => inOrder(() => db.destroy()),
  }
}

const checkpointSchema = z.tuple([z.object({ busy: z.int() })])

/**
 * Writes the file anew and empties its log, so that deleted data are on disk nowhere: `secure_delete` overwrites a deleted row, but
 * not the copies that SQLite leaves where a row was before it was moved.
 */
async function rewrite(db: Knex, path: string): Promise<void> {
  await db.raw('VACUUM')
  const [{ busy }] = checkpointSchema.parse(await db.raw('PRAGMA wal_checkpoint(TRUNCATE)'))
  if (busy !== 0) throw refusal(path, 'busy', 'is used by another process, so its log could not be emptied. Try again.')
}

/** The database, its write-ahead log, and the index of that log, by which processes see each other's locks. */
const ENDINGS = ['', '-wal', '-shm']

/**
 * Remembers which files an open connection has. Returns a function that rejects with the problem `lost` while one of them is deleted,
 * replaced or emptied: SQLite would go on writing to the file that it has open, and a restart would open another one.
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
    throw refusal(
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

/** Undefined for a file that does not exist. */
async function identify(path: string): Promise<File | undefined> {
  try {
    const { dev, ino, size } = await stat(path, { bigint: true })
    // SQLite empties the write-ahead log itself.
    return { id: `${dev}:${ino}`, isEmpty: size === 0n && !path.endsWith('-wal') }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return undefined
    throw explain(path, 'cannot be examined', error)
  }
}

const isSame = (opened: File, found: File | undefined) => found?.id === opened.id && (opened.isEmpty || !found.isEmpty)
