import type { Settings } from './settings/read-settings.ts'
import { createLogThrottle } from '../lib/log-throttle.ts'
import type { Clock } from '../lib/clock.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'
import { openSqlite, type Disk } from '../store/disk.ts'
import { createStore, type Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'

/**
 * Opens the configured store. Its errors are counted, and each kind is logged at most once a minute; a lookup never fails because of them.
 */
export async function openStore(
  { url, setting, ...options }: Settings['store'],
  { clock, metrics, log, onFailure, databaseProblem }: AppContext,
): Promise<Store> {
  const mayLog = createLogThrottle()
  const onError = (event: string, error: unknown) => {
    metrics.onStoreError(event)
    if (!mayLog(event)) return
    onFailure({ level: 'warn', code: event, where: 'cache' })
    // The lists are in the same database, and log its outage.
    if (setting === 'DATABASE_URL' && (databaseProblem() === 'unreachable' || isOutage(error))) return
    log.warn({ event }, messageOf(error))
  }
  const disk = await openDisk({ url, setting }, clock, onError)
  const store = createStore({
    ...options,
    ...(disk ? { disk } : {}),
    clock,
    onRead: metrics.onCacheRead,
    onError,
  })
  metrics.watchStore(async () => store.isFailing() || !(await store.isOpen()))
  return store
}

/** Whether the server ends or refuses all connections, not only those of the cache. */
const isOutage = (error: unknown) =>
  error instanceof Error && /^(ECONN|EPIPE|EHOST|ENET|57P)/.test(systemCodeOf(error.cause))

async function openDisk(
  { url, setting }: Pick<Settings['store'], 'url' | 'setting'>,
  clock: Clock,
  onError: (event: string, error: unknown) => void,
): Promise<Disk | undefined> {
  if (isPostgresUrl(url)) {
    // Loaded only when it is used, because a process on SQLite does not need the driver of Postgres.
    const { openPostgres } = await import('../store/postgres-disk.ts')
    return openPostgres(url, { setting, onError, clock })
  }
  return url.startsWith('sqlite:') ? openSqlite(url, onError) : undefined
}
