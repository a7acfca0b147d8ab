import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/thrown.ts'
import { backUpDatabase } from './back-up.ts'
import { fileStamp } from './sqlite/database-path.ts'

/** The names of the backups that this file writes, which sort by their time, and of what an interruption leaves of one. */
const OWN = /^rapsheet-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.sqlite(?:\.partial)?$/

/**
 * Writes a backup to a new file in a folder, whose name has the time. When it is complete, deletes the oldest of the files that it has
 * written there before beyond the newest `keep`. Rejects with a DatabaseError if there is no backup, and with an Error if an old one could
 * not be deleted.
 */
export async function backUpToFolder(
  url: string,
  folder: string,
  keep: number,
  clock: Pick<Clock, 'unixMs' | 'unixSeconds'>,
): Promise<{ path: string; isNoted: boolean; deleted: string[] }> {
  const name = `rapsheet-${fileStamp(clock.unixMs())}.sqlite`
  const path = join(folder, name)
  const { isNoted } = await backUpDatabase(url, path, clock)
  try {
    // The new backup is not the newest by its name when the clock was set back.
    const old = (await findOld(folder, keep)).filter((other) => other !== name)
    const deleted = old.map((other) => join(folder, other))
    for (const each of deleted) await unlink(each)
    return { path, isNoted, deleted }
  } catch (error) {
    throw new Error(`${path} is complete, but older backups could not be deleted: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

/** The own files in a folder that are older than its newest `keep` backups. */
async function findOld(folder: string, keep: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const own = entries.flatMap((entry) => (entry.isFile() && OWN.test(entry.name) ? entry.name : [])).toSorted()
  const complete: string[] = []
  for (const name of own) {
    // A backup that was interrupted is empty.
    if (name.endsWith('.sqlite') && (await stat(join(folder, name))).size > 0) complete.push(name)
  }
  const oldest = complete.at(-keep)
  return oldest === undefined ? [] : own.filter((name) => name < oldest)
}
