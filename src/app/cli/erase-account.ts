import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { eraseStored, openDatabase } from '../database.ts'
import { systemClock } from '../../lib/clock.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseFromStore } from '../../store/erase-account.ts'
import { eraseFromPostgres } from '../../store/erase-account.ts'

interface Urls {
  database: string
  store: string
}

export interface Erasure {
  /** Whether the database had data about the account. */
  wasStored: boolean
  /** Number of Steam's answers that were deleted from the cache. */
  cachedAnswers: number
  /** The ids of the Discord servers that had banned the account. */
  bannedOn: string[]
  /** Paths of copies of the database and the cache in their folders. They may contain the account, and were not changed. */
  copies: string[]
}

/**
 * Erases an account from the database and the cache, so that their files do not contain its SteamID64, neither as text nor as a number; the
 * service may use the files meanwhile. Bans of communities stay, with the id, unless `liftsBans` is set. Rejects with an error for the operator; repeating it is safe.
 */
export async function eraseAccount(
  urls: Urls,
  steamId: SteamId,
  { liftsBans } = { liftsBans: false },
): Promise<Erasure> {
  const database = (await hasDatabase(urls.database)) ? await openDatabase(urls.database) : undefined
  try {
    const now = systemClock.unixSeconds()
    const erased = await database?.transaction(async (repositories) => ({
      bannedOn: await repositories.bans.serversOf(steamId, now),
      wasStored: await eraseStored(repositories, steamId, { liftsBans, now }),
    }))
    const { bannedOn, wasStored } = erased ?? { bannedOn: [], wasStored: false }
    const cachedAnswers = await eraseFromCache(urls, steamId)
    await database?.purgeDeleted()
    return { wasStored, cachedAnswers, bannedOn, copies: await findCopies(urls) }
  } finally {
    await database?.close()
  }
}

/** The path of a `sqlite://` URL; null for memory and Postgres. */
const toPath = (url: string) => (url.startsWith('sqlite://') ? resolve(url.slice('sqlite://'.length)) : null)

const exists = async (path: string) => (await filesBeside(path)).includes(path)

/** Whether there is a database to search; a missing file is not created. */
async function hasDatabase(url: string): Promise<boolean> {
  const path = toPath(url)
  return path === null ? isPostgresUrl(url) : exists(path)
}

async function eraseFromCache({ database, store }: Urls, steamId: SteamId): Promise<number> {
  if (isPostgresUrl(store)) return eraseFromPostgres(store, steamId, store === database ? 'DATABASE_URL' : 'STORE_URL')
  const path = toPath(store)
  return path === null ? 0 : eraseFromStore(path, steamId)
}

/** Finds files that are not in use, such as a copy from a migration or a restore, or a cache that was set aside. */
async function findCopies({ database, store }: Urls): Promise<string[]> {
  const paths = [database, store].map(toPath).filter((path) => path !== null)
  const inUse = new Set(paths.flatMap((path) => ['', '-wal', '-shm', '-journal'].map((ending) => `${path}${ending}`)))
  const files = (await Promise.all(paths.map(filesBeside))).flat()
  const copies = files.filter((file) => !inUse.has(file) && paths.some((path) => file.startsWith(path)))
  return [...new Set(copies)].toSorted()
}

/** The paths of all files in the folder of `path`; empty if there is no such folder. */
async function filesBeside(path: string): Promise<string[]> {
  try {
    const entries = await readdir(dirname(path), { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(dirname(path), name))
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return []
    throw error
  }
}
