import { Keyv } from 'keyv'
import type { DeserializedData } from 'keyv'
import { settledWithin } from '../lib/settled-within.ts'
import { explain, isCorrupt, isReadOnly, openFile, removeExpired, setAside } from './sqlite-file.ts'
import type { SqliteFile } from './sqlite-file.ts'

const OPEN_WITHIN_MS = 10_000
const REOPEN_EVERY_MS = 60_000
const READ_WITHIN_MS = 1_000
/** Longer than SQLite waits for a lock. */
const WRITE_WITHIN_MS = 5_000
const PURGE_EVERY_MS = 10 * 60_000
/** A disk that spoils every new file must not be filled with them. */
const SET_ASIDE_AGAIN_MS = 10 * 60_000

/** A key with its value and how long, in ms, it may be kept. */
export interface Row {
  key: string
  value: unknown
  ttl: number
}

/** The lasting part of the store. Every method may reject; the store treats that as a miss. */
export interface Disk {
  /** The values in the order of the keys, undefined for what is not there or has expired. */
  getMany(keys: string[]): Promise<unknown[]>
  setMany(rows: Row[]): Promise<void>
  /** Removes expired rows, which the adapter itself never does. */
  purge(): Promise<void>
  isOpen(): Promise<boolean>
  /** Rejects when the disk does not answer; the file is whole then too. */
  close(): Promise<void>
}

/** The open file, and the calls to it. */
interface Connection {
  file: SqliteFile
  keyv: Keyv
  inTurn: <T>(work: () => Promise<T>, withinMs: number) => Promise<T>
}

/**
 * Opens (and makes, where missing) the SQLite file of a `sqlite://path` address. A broken one is set aside and a new one
 * begun; what was never a store is left as it is. One that cannot be opened, or not in 10 s, is tried again every minute;
 * until then nothing is found and nothing kept. Trouble, now or later, goes to `onTrouble`, in words for whoever runs the
 * service.
 */
export async function openSqlite(url: string, onTrouble: (event: string, error: unknown) => void): Promise<Disk> {
  const path = url.slice('sqlite://'.length)
  let connection: Connection | undefined
  let opening: Promise<void> | undefined
  let isToldClosed = false
  let isClosed = false
  let setAsideAt = Number.NEGATIVE_INFINITY

  const tellClosed = (error: unknown) => {
    if (isToldClosed) return
    isToldClosed = true
    const what = 'is not used, answers are remembered in memory alone and /readyz says so'
    onTrouble('store_open_failed', explain(what, path, error))
  }

  const openAnew = async (reason: unknown): Promise<SqliteFile> => {
    if (performance.now() - setAsideAt < SET_ASIDE_AGAIN_MS) throw reason
    const aside = await setAside(path)
    setAsideAt = performance.now()
    const what = `could not be used. It was moved to ${aside} and a new one begun; nothing but remembered answers is lost`
    onTrouble('store_set_aside', explain(what, path, reason))
    return openFile(path)
  }

  const openOrReplace = () =>
    openFile(path).catch((error: unknown) => {
      if (!isCorrupt(error)) throw error
      return openAnew(error)
    })

  /** Has a file unless there is one; never rejects. */
  const open = (how: () => Promise<SqliteFile> = openOrReplace): Promise<void> => {
    if (connection || isClosed) return Promise.resolve()
    opening ??= how()
      .then(async (file) => {
        if (isClosed) return file.close()
        connection = connect(file)
        isToldClosed = false
      })
      .catch(tellClosed)
      .finally(() => (opening = undefined))
    return opening
  }

  /** Lets go of a file that turned out to be of no use. */
  const letGo = async (lost: Connection, error: unknown) => {
    // Of calls that fail together the first one does it.
    if (connection !== lost) return
    connection = undefined
    if (isReadOnly(error)) tellClosed(error)
    const closed = lost.file.close().catch(() => {})
    // Looking through it again might find nothing, as not everything is looked at.
    if (isCorrupt(error)) await open(() => closed.then(() => openAnew(error)))
  }

  const use = async <T>(
    doing: string,
    otherwise: T,
    withinMs: number,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> => {
    if (!connection) return otherwise
    const used = connection
    try {
      return await used.inTurn(() => work(used), withinMs)
    } catch (error) {
      if (isCorrupt(error) || isReadOnly(error)) void letGo(used, error)
      // What waited while another call found out, or found out itself, has been told of.
      if (connection !== used) return otherwise
      throw explain(doing, path, error)
    }
  }

  const purge = () =>
    use('could not be cleared of old answers', undefined, Number.POSITIVE_INFINITY, ({ file }) => removeExpired(file))
  const purgeQuietly = () => purge().catch((error: unknown) => onTrouble('store_purge_failed', error))

  if (!(await settledWithin(OPEN_WITHIN_MS, open().then(always), false)))
    tellClosed(new Error(`it did not open within ${OPEN_WITHIN_MS / 1000} s and is used once it does`))
  const timers = [setInterval(purgeQuietly, PURGE_EVERY_MS).unref(), setInterval(() => open(), REOPEN_EVERY_MS).unref()]

  return {
    getMany: (keys) =>
      use('could not be read', Array(keys.length).fill(undefined), READ_WITHIN_MS, ({ keyv }) =>
        keyv.getMany<unknown>(keys),
      ),
    setMany: (rows) =>
      use('could not be written', undefined, WRITE_WITHIN_MS, async ({ keyv }) => {
        await keyv.setMany(rows)
      }),
    purge,
    isOpen: () =>
      use('does not answer', false, READ_WITHIN_MS, async ({ file }) => {
        await file.query('SELECT 1')
        return true
      }).catch(() => false),
    async close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      if (opening && !(await settledWithin(READ_WITHIN_MS, opening.then(always), false)))
        throw explain('could not be closed', path, new Error('it is still being opened'))
      await use('could not be closed', undefined, WRITE_WITHIN_MS, ({ file }) => file.close())
      connection = undefined
    },
  }
}

const always = () => true

function connect(file: SqliteFile): Connection {
  // One statement for all rows: they are written whole or not at all, and hold one thread.
  const setMany = async (rows: { key: string; value: unknown }[]) => {
    await file.query(
      `INSERT INTO keyv (key, value) SELECT json_extract(value, '$.key'), json_extract(value, '$.value') FROM json_each(?)
        WHERE true ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
      JSON.stringify(rows),
    )
    return rows.map(() => true)
  }
  const keyv = new Keyv({
    store: Object.assign(file, { setMany }),
    throwOnErrors: true,
    useKeyPrefix: false,
    serialize: JSON.stringify,
    deserialize,
  })
  keyv.on('error', () => {})
  return { file, keyv, inTurn: createTaskQueue() }
}

/**
 * Runs calls one after the other: each holds one of Node's few threads, which resolving names needs too, and a disk that
 * does not answer would come to hold them all. Once one has not answered in time, further ones are refused until it does.
 */
function createTaskQueue(): Connection['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  let late = 0
  return (work, withinMs) => {
    if (late > 0) return Promise.reject(new Error('the disk does not answer'))
    const turn = last.then(work)
    last = turn.catch(() => {})
    if (withinMs === Number.POSITIVE_INFINITY) return turn
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        late++
        reject(new Error(`the disk did not answer within ${withinMs} ms`))
      }, withinMs)
      turn.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        if (isLate) late--
      })
    })
  }
}

/**
 * Undoes plain JSON.stringify: keyv's own pair changes strings that begin with a colon. A row that is no JSON counts as
 * one that is not there, instead of failing the whole read.
 */
function deserialize<Value>(text: string): DeserializedData<Value> | undefined {
  try {
    return JSON.parse(text) as DeserializedData<Value>
  } catch {
    return undefined
  }
}
