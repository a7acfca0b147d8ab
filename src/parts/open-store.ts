import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { createLogThrottle } from '../lib/log-throttle.ts'
import type { Metrics } from '../metrics.ts'
import { systemClock } from '../lib/clock.ts'
import { openSqlite } from '../store/disk.ts'
import { createStore, type Store } from '../store/store.ts'

/** Opens the configured store. Its errors are counted and logged, each at most once a minute; none makes a lookup fail. */
export async function openStore({ url, ...options }: Settings['store'], metrics: Metrics, log: Logger): Promise<Store> {
  const mayLog = createLogThrottle()
  const onError = (event: string, error: unknown) => {
    metrics.onStoreError(event)
    if (!mayLog(event)) return
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    log.warn({ event, err: cause ?? error }, message)
  }
  const disk = url.startsWith('sqlite:') ? await openSqlite(url, onError) : undefined
  const store = createStore({
    ...options,
    ...(disk ? { disk } : {}),
    clock: systemClock,
    countReads: metrics.readsOf,
    onError,
  })
  metrics.watchStore(store.isFailing)
  return store
}
