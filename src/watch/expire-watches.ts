import type { AuditEntry } from '../database/audit.ts'
import type { WatchContext } from './watch-context.ts'

/** Takes the entries off their lists whose `until` has passed; returns how many. */
export async function expireWatches({ database }: Pick<WatchContext, 'database'>, now: number): Promise<number> {
  return database.transaction(async ({ watches, audit }) => {
    const expired = await watches.expired(now)
    for (const { guildId, steamId } of expired) await watches.remove(guildId, steamId)
    await audit.add(
      expired.map(({ guildId, steamId, reason }): AuditEntry => ({
        guildId,
        at: now,
        userId: null,
        action: 'expired',
        steamId,
        detail: reason,
      })),
    )
    return expired.length
  })
}
