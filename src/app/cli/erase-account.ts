import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openDatabase } from '../../database/open-database.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseFromStore } from '../../store/erase-account.ts'
import { eraseFromPostgres } from '../../store/erase-from-postgres.ts'

interface Urls {
  database: string
  store: string
}

export interface Erasure {
  /** Whether the database had anything about the account. */
  wasStored: boolean
  /** Answers of Steam that were deleted from the cache. */
  cachedAnswers: number
  /** Copies of either file next to it, which may contain the account, and were left as they are. */
  copies: string[]
}

/**
 * Erases an account from the database and the cache, so that their files contain its SteamID64 neither as text nor as a number;
 * the service may use them meanwhile. Rejects with an error for the operator; running it again is safe.
 */
export async function eraseAccount(urls: Urls, steamId: SteamId): Promise<Erasure> {
  const wasStored = (await hasDatabase(urls.database)) && (await eraseFromDatabase(urls.database, steamId))
  const cachedAnswers = await eraseFromCache(urls, steamId)
  const paths = [urls.database, urls.store].map(toPath).filter((path) => path !== null)
  const copies = (await Promise.all(paths.map(findCopies))).flat()
  return { wasStored, cachedAnswers, copies: [...new Set(copies)] }
}

/** The path of a `sqlite://` URL; null for memory and Postgres. */
const toPath = (url: string) => (url.startsWith('sqlite://') ? resolve(url.slice('sqlite://'.length)) : null)

const exists = async (path: string) => (await namesIn(path)).includes(basename(path))

/** Whether there is a database to search; a missing file is not created for it. */
async function hasDatabase(url: string): Promise<boolean> {
  const path = toPath(url)
  return path === null ? isPostgresUrl(url) : exists(path)
}

async function eraseFromCache({ database, store }: Urls, steamId: SteamId): Promise<number> {
  if (isPostgresUrl(store)) return eraseFromPostgres(store, steamId, store === database ? 'DATABASE_URL' : 'STORE_URL')
  const path = toPath(store)
  return path === null ? 0 : eraseFromStore(path, steamId)
}

async function eraseFromDatabase(url: string, steamId: SteamId): Promise<boolean> {
  const database = await openDatabase(url)
  try {
    const wasStored = await database.transaction(({ accounts }) => accounts.erase(steamId))
    await database.purgeDeleted()
    return wasStored
  } finally {
    await database.close()
  }
}

/** Files such as those that a migration or a restore has left, or a cache that was set aside. */
async function findCopies(path: string): Promise<string[]> {
  const own = new Set(['', '-wal', '-shm', '-journal'].map((ending) => `${basename(path)}${ending}`))
  const copies = (await namesIn(path)).filter((name) => name.startsWith(basename(path)) && !own.has(name))
  return copies.toSorted().map((name) => join(dirname(path), name))
}

/** The names in the folder of a file; none without the folder. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(dirname(path))
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return []
    throw error
  }
}
