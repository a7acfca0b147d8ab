import { createQuota } from '../lib/quota.ts'
import type { Quota } from '../lib/quota.ts'
import { CommandError } from './command-error.ts'
import type { CommandErrorCode } from './command-error.ts'

/** Counts what is asked for in Discord. */
export interface RateLimits {
  /** Takes so many lookups from the minute of a user and of their server; throws a Refusal when one has not so much left. */
  take(userId: string, guildId: string | null, lookups: number): Promise<void>
}

/** Limits of so many lookups a minute; 0 is no limit. */
export function createRateLimits(limits: { userPerMinute: number; guildPerMinute: number }): RateLimits {
  const users = limits.userPerMinute > 0 ? createQuota(limits.userPerMinute) : undefined
  const guilds = limits.guildPerMinute > 0 ? createQuota(limits.guildPerMinute) : undefined
  return {
    async take(userId, guildId, lookups) {
      if (lookups === 0) return
      await takeFrom(users, userId, lookups, 'rate_limited')
      try {
        if (guildId !== null) await takeFrom(guilds, guildId, lookups, 'server_rate_limited')
      } catch (refusal) {
        // What the server has not left, its user has not had.
        await users?.refund(userId, lookups)
        throw refusal
      }
    },
  }
}

async function takeFrom(quota: Quota | undefined, key: string, lookups: number, code: CommandErrorCode): Promise<void> {
  const taken = await quota?.consume(key, lookups)
  if (taken && !taken.isAllowed) throw new CommandError(code, { retryAfterMs: taken.resetMs })
}
