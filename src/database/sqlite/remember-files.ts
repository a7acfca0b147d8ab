import { stat } from 'node:fs/promises'
import { systemCodeOf } from '../../lib/thrown.ts'
import { refusal } from '../refusal.ts'
import { explain } from './sqlite-errors.ts'

/** The database, its write-ahead log, and the index of that log, by which processes see each other's locks. */
const ENDINGS = ['', '-wal', '-shm']

/**
 * Remembers which files an open connection has. Returns a function that rejects with the problem `lost` while one of them is deleted,
 * replaced or emptied: SQLite would go on writing to the file that it has open, and a restart would open another one.
 */
export async function rememberFiles(path: string): Promise<() => Promise<void>> {
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
