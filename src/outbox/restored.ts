import type { OutboxRepositories } from './database/repositories.ts'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'

/** Whether planning and sending are on hold, because the first sweep after a restore has not ended. */
export async function isHeld({ meta }: Pick<OutboxRepositories, 'meta'>): Promise<boolean> {
  return (await meta.get('restored')) !== undefined
}

/** The time of the last restore whose hold has ended (`endRestore`); 0 if there was none, or if that time comes from a wrong clock. */
export async function findRestoredAt({ meta }: Pick<OutboxRepositories, 'meta'>, now: number): Promise<number> {
  const restoredAt = Number((await meta.get('restored_at')) ?? 0)
  return restoredAt <= now + MAX_AHEAD_SECONDS ? restoredAt : 0
}

/**
 * Ends the hold after a restore. Entries that never expire are sent as one digest for each server, because they may have been sent before.
 */
export async function endRestore({ outbox, meta }: Pick<OutboxRepositories, 'outbox' | 'meta'>): Promise<void> {
  await outbox.markRestored()
  await meta.set('restored_at', (await meta.get('restored')) ?? null)
  await meta.set('restored', null)
}
