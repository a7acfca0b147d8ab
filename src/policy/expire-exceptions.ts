import type { PolicyContext } from './policy-context.ts'

/** Removes the exceptions whose `until` has passed, which decide nothing any more; returns how many. */
export async function expireExceptions({ database }: Pick<PolicyContext, 'database'>, now: number): Promise<number> {
  return database.transaction(async ({ policyExceptions, audit }) => {
    const expired = await policyExceptions.expired(now)
    for (const { guildId, steamId } of expired) await policyExceptions.remove(guildId, steamId)
    await audit.add(
      expired.map(({ guildId, steamId, decision, reason }) => ({
        guildId,
        at: now,
        userId: null,
        action: 'exception_expired' as const,
        steamId,
        detail: `${decision} ${reason}`,
      })),
    )
    return expired.length
  })
}
