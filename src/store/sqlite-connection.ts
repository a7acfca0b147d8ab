import { Keyv, type DeserializedData } from 'keyv'
import { endsWithin } from '../lib/timeout.ts'
import { explain, isCorrupt, isReadOnly } from './sqlite-errors.ts'
import { openFile, quarantine, type SqliteFile } from './sqlite-file.ts'

interface OpenFile {
  file: SqliteFile
  keyv: Keyv
  queue: ReturnType<typeof createSerialQueue>
}

const NOT_USED = 'is not used; answers are cached in memory only, and /readyz reports it'
const movedTo = (path: string) =>
  `is corrupt. It was moved to ${path} and a new file was created; only cached answers and the count of today's calls are lost`

/** The connection to a SQLite file, which may be closed for a time. */
export function createSqliteConnection(path: string, onError: (event: string, error: unknown) => void) {
  let current: OpenFile | undefined
  let opening: Promise<void> | undefined
  let isReported = false
  let isStopped = false
  let hasSetAside = false
  /** The error that showed a file in use to be corrupt, which the check at the opening may miss. */
  let corruption: unknown

  /** Reports an unusable file, but only once until the file is open again. */
  const reportUnusable = (error: unknown) => {
    if (isReported) return
    isReported = true
    onError('store_open_failed', explain(NOT_USED, path, error))
  }

  /** Opens the file. Sets a corrupt one aside, but only once, because a broken disk could leave many such files behind. */
  const openOrReplace = async (): Promise<SqliteFile> => {
    try {
      if (corruption !== undefined && !hasSetAside) throw corruption
      return await openFile(path)
    } catch (error) {
      if (!isCorrupt(error) || hasSetAside) throw error
      const newPath = await quarantine(path)
      hasSetAside = true
      onError('store_quarantined', explain(movedTo(newPath), path, error))
      return openFile(path)
    }
  }

  const open = (): Promise<void> => {
    if (current || isStopped) return Promise.resolve()
    opening ??= openOrReplace()
      .then(async (file) => {
        if (isStopped) return file.close()
        current = { file, keyv: createKeyv(file), queue: createSerialQueue() }
        isReported = false
      })
      .catch(reportUnusable)
      .finally(() => (opening = undefined))
    return opening
  }

  const closeUnusable = ({ file }: OpenFile, error: unknown) => {
    current = undefined
    if (isCorrupt(error)) corruption = error
    reportUnusable(error)
    void file.close().catch(() => {})
  }

  /** Runs a task on the file, or resolves to `fallback` while the file is not open; closes a file that turns out to be unusable. */
  const run = async <T>(problem: string, withinMs: number, fallback: T, task: (file: OpenFile) => Promise<T>) => {
    if (!current) return fallback
    const used = current
    try {
      return await used.queue(() => task(used), withinMs)
    } catch (error) {
      // Several calls can fail at the same time; only the first of them closes the file, and says why.
      if (current === used && (isCorrupt(error) || isReadOnly(error))) closeUnusable(used, error)
      if (current !== used) return fallback
      throw explain(problem, path, error)
    }
  }

  return {
    /** Opens the file unless it is open; sets a corrupt file aside. Resolves when done; a failure is reported. */
    open,
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
