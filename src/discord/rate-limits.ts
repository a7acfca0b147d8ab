import { createQuota, type Quota } from '../lib/quota.ts'
import { CommandError, type CommandErrorCode } from './command-error.ts'

/** The rate limits of users and guilds, in lookups per minute; 0 is no limit. */
export function createRateLimits({ userPerMinute, guildPerMinute }: { userPerMinute: number; guildPerMinute: number }) {
  const users = userPerMinute > 0 ? createQuota(userPerMinute) : undefined
  const guilds = guildPerMinute > 0 ? createQuota(guildPerMinute) : undefined
  return {
    /** Takes lookups from the quotas of a user and their guild; throws a CommandError when one of them is used up. */
    async take(userId: string, guildId: string | null, lookups: number): Promise<void> {
      if (lookups === 0) return
      await consume(users, userId, lookups, 'rate_limited')
      try {
        if (guildId !== null) await consume(guilds, guildId, lookups, 'server_rate_limited')
      } catch (error) {
        // The guild's quota is used up: refund the user.
        await users?.refund(userId, lookups)
        throw error
      }
    },
  }
}

async function consume(quota: Quota | undefined, key: string, lookups: number, code: CommandErrorCode): Promise<void> {
  const result = await quota?.consume(key, lookups)
  if (result?.isAllowed !== false) return
  throw new CommandError(code, { retryAfterMs: result.resetMs, needsWholeMinute: result.needsWholeMinute })
}
