import { Keyv, type DeserializedData } from 'keyv'
import { systemClock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { explain, isCorrupt, isReadOnly } from './sqlite-errors.ts'
import { openFile, quarantine, type SqliteFile } from './sqlite-file.ts'

/** Limits how many corrupt files a broken disk can leave behind. */
const QUARANTINE_EVERY_MS = 10 * 60_000

interface OpenFile {
  file: SqliteFile
  keyv: Keyv
  queue: ReturnType<typeof createSerialQueue>
}

/** The connection to a SQLite file, which may be closed for a time. */
export function createSqliteConnection(path: string, onError: (event: string, error: unknown) => void) {
  let current: OpenFile | undefined
  let opening: Promise<void> | undefined
  let isReported = false
  let isStopped = false
  let quarantinedAt = Number.NEGATIVE_INFINITY

  /** Reports an unusable file, but only once until the file is open again. */
  const reportUnusable = (error: unknown) => {
    if (isReported) return
    isReported = true
    const problem = 'is not used; answers are cached in memory only, and /readyz reports it'
    onError('store_open_failed', explain(problem, path, error))
  }

  const replaceCorrupt = async (reason: unknown): Promise<SqliteFile> => {
    if (systemClock.now() - quarantinedAt < QUARANTINE_EVERY_MS) throw reason
    const newPath = await quarantine(path)
    quarantinedAt = systemClock.now()
    const problem = `is corrupt. It was moved to ${newPath} and a new file was created; only cached answers and the count of today's calls are lost`
    onError('store_quarantined', explain(problem, path, reason))
    return openFile(path)
  }

  const openOrReplace = () =>
    openFile(path).catch((error: unknown) => (isCorrupt(error) ? replaceCorrupt(error) : Promise.reject(error)))

  const open = (getFile: () => Promise<SqliteFile> = openOrReplace): Promise<void> => {
    if (current || isStopped) return Promise.resolve()
    opening ??= getFile()
      .then(async (file) => {
        if (isStopped) return file.close()
        current = { file, keyv: createKeyv(file), queue: createSerialQueue() }
        isReported = false
      })
      .catch(reportUnusable)
      .finally(() => (opening = undefined))
    return opening
  }

  const closeUnusable = async (unusable: OpenFile, error: unknown) => {
    // Several calls can fail at the same time; only the first of them closes the file.
    if (current !== unusable) return
    current = undefined
    if (isReadOnly(error)) reportUnusable(error)
    const closed = unusable.file.close().catch(() => {})
    // Replaces a corrupt file without checking it again, because the checks of `openFile` can miss the damage.
    if (isCorrupt(error)) await open(() => closed.then(() => replaceCorrupt(error)))
  }

  /** Runs a task on the file, or resolves to `fallback` while the file is not open; closes a file that turns out to be unusable. */
  const run = async <T>(problem: string, withinMs: number, fallback: T, task: (file: OpenFile) => Promise<T>) => {
    if (!current) return fallback
    const used = current
    try {
      return await used.queue(() => task(used), withinMs)
    } catch (error) {
      if (isCorrupt(error) || isReadOnly(error)) void closeUnusable(used, error)
      // The file was closed meanwhile; `closeUnusable` has reported why.
      if (current !== used) return fallback
      throw explain(problem, path, error)
    }
  }

  return {
    /** Opens the file unless it is open; quarantines a corrupt file. Resolves when done; a failure is reported. */
    open: () => open(),
    reportUnusable,
    run,
    /** Stops opening the file; resolves when no attempt is in progress. */
    async stop() {
      isStopped = true
      await opening
    },
    async close(withinMs: number) {
      await run('could not be closed', withinMs, undefined, ({ file }) => file.close())
      current = undefined
    },
  }
}

/**
 * Creates a queue that runs one task at a time and rejects new tasks while a task exceeds its time limit. Each task on a disk that does not
 * answer blocks one of Node's four threads, which DNS needs as well.
 */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let overdue = 0
  return async <T>(task: () => Promise<T>, withinMs: number): Promise<T> => {
    if (overdue > 0) throw new Error('the disk does not answer')
    const result = last.then(task)
    const settled = result.catch(() => {})
    last = settled
    if (withinMs === Number.POSITIVE_INFINITY || (await endsWithin(withinMs, result))) return result
    overdue++
    void settled.then(() => overdue--)
    throw new Error(`the disk did not answer within ${withinMs} ms`)
  }
}

function createKeyv(file: SqliteFile): Keyv {
  // One statement for all rows is atomic and uses one thread.
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
  return keyv
}

/** Plain JSON, because keyv's own serializer changes strings that begin with a colon. A row that is not JSON is a miss. */
function deserialize<Value>(text: string): DeserializedData<Value> | undefined {
  try {
    return JSON.parse(text) as DeserializedData<Value>
  } catch {
    return undefined
  }
}
