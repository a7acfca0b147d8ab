import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openDatabase } from '../../database/open-database.ts'
import { fileContains } from '../../lib/find-in-file.ts'
import { connectSqlite, emptyLog } from '../../lib/plain-sqlite.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseFromStore } from '../../store/erase-account.ts'
import { eraseFromPostgres } from '../../store/erase-from-postgres.ts'

const BUSY_TIMEOUT_MS = 5_000

interface Urls {
  database: string
  store: string
}

export interface Erasure {
  /** Whether the database had anything about the account. */
  wasStored: boolean
  /** Answers of Steam that were deleted from the cache. */
  cachedAnswers: number
  /** Copies of either file next to it that contain the account, and were left as they are. */
  copies: string[]
}

/**
 * Erases an account from the database and the cache, so that their files contain its SteamID64 neither as text nor as a number;
 * the service may use them meanwhile. Rejects with an error for the operator; running it again is safe.
 */
export async function eraseAccount(urls: Urls, steamId: SteamId): Promise<Erasure> {
  const [database, store] = [toPath(urls.database), toPath(urls.store)]
  const wasStored = (await hasDatabase(urls.database)) && (await eraseFromDatabase(urls.database, steamId))
  const cachedAnswers = await eraseFromCache(urls, steamId)
  const copies: string[] = []
  for (const path of [database, store]) {
    if (path === null) continue
    await removeRemains(path, steamId)
    copies.push(...(await findCopies(path, steamId)))
  }
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

/** Rewrites a file if an unused part of it, where something was deleted or moved, still contains the account. */
async function removeRemains(path: string, steamId: SteamId): Promise<void> {
  if (!(await isMentioned(path, steamId))) return
  if (!(await rewriteSqlite(path)))
    throw new Error(`${path} is busy: another process uses it. Try again, or stop the service first.`)
  if (await isMentioned(path, steamId))
    throw new Error(
      `${path} contains ${steamId} again, because the service has stored it meanwhile. Try again, or stop the service first.`,
    )
}

const isMentioned = async (path: string, steamId: SteamId) =>
  (await mentions(path, steamId)) || (await mentions(`${path}-wal`, steamId))

/** Writes a file anew, and empties its log; returns false when another process prevents it. */
async function rewriteSqlite(path: string): Promise<boolean> {
  const connection = await connectSqlite(path, 'write')
  try {
    await connection.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await connection.query('VACUUM')
    return await emptyLog(connection)
  } catch (error) {
    if (systemCodeOf(error) === 'SQLITE_BUSY') return false
    throw error
  } finally {
    await connection.close()
  }
}

/** Files such as those that a migration or a restore has left, or a cache that was set aside. */
async function findCopies(path: string, steamId: SteamId): Promise<string[]> {
  const own = new Set(['', '-wal', '-shm', '-journal'].map((ending) => `${basename(path)}${ending}`))
  const copies: string[] = []
  for (const name of await namesIn(path)) {
    const copy = join(dirname(path), name)
    if (name.startsWith(basename(path)) && !own.has(name) && (await mentions(copy, steamId))) copies.push(copy)
  }
  return copies.toSorted()
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

async function mentions(path: string, steamId: SteamId): Promise<boolean> {
  try {
    return await fileContains(path, bytesOf(steamId))
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(systemCodeOf(error))) return false
    throw error
  }
}

/** An id as text, and as a number of 64 bits as SQLite and other programs store it. */
function bytesOf(steamId: SteamId): Buffer[] {
  const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)]
  big.writeBigUInt64BE(BigInt(steamId))
  little.writeBigUInt64LE(BigInt(steamId))
  return [Buffer.from(steamId), big, little]
}
