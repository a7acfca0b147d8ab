import { createQuota, type Quota } from '../lib/limits/quota.ts'
import { CommandError, type CommandErrorCode } from './command-error.ts'

/** The rate limits of users and guilds, in lookups per minute; 0 is no limit. */
export function createRateLimits({ userPerMinute, guildPerMinute }: { userPerMinute: number; guildPerMinute: number }) {
  const users = userPerMinute > 0 ? createQuota(userPerMinute) : undefined
  const guilds = guildPerMinute > 0 ? createQuota(guildPerMinute) : undefined

  /**
   * Takes lookups from both quotas; undefined if it succeeds. If one of them refuses, takes lookups from neither and returns the refusal.
   */
  const tryTake = (userId: string, guildId: string | null, lookups: number): Refusal | undefined => {
    const ofUser = consume(users, userId, lookups, 'rate_limited')
    if (ofUser) return ofUser
    const ofGuild = guildId === null ? undefined : consume(guilds, guildId, lookups, 'server_rate_limited')
    // The guild's quota is used up, so the user gets the lookups back.
    if (ofGuild) users?.refund(userId, lookups)
    return ofGuild
  }

  return {
    /** Takes lookups from the quotas of a user and their guild; throws a CommandError when one of them is used up. */
    async take(userId: string, guildId: string | null, lookups: number): Promise<void> {
      const refusal = lookups === 0 ? undefined : tryTake(userId, guildId, lookups)
      if (refusal) throw refusal.error
    },
    /**
     * Takes up to the wanted number of lookups, as far as both quotas allow, and resolves to the taken number; throws a CommandError if no
     * lookup is left.
     */
    async takeUpTo(userId: string, guildId: string | null, wanted: number): Promise<number> {
      // Limited to the smaller quota, because a request for more than a whole quota would take the whole quota and be granted.
      const largest = Math.min(userPerMinute || wanted, (guildId !== null && guildPerMinute) || wanted)
      let lookups = Math.min(wanted, largest)
      for (;;) {
        const refusal = tryTake(userId, guildId, lookups)
        if (!refusal) return lookups
        if (refusal.remaining < 1) throw refusal.error
        lookups = refusal.remaining
      }
    },
  }
}

interface Refusal {
  error: CommandError
  /** Lookups that are left in the quota. */
  remaining: number
}

function consume(quota: Quota | undefined, key: string, lookups: number, code: CommandErrorCode): Refusal | undefined {
  const result = quota?.consume(key, lookups)
  if (result?.isAllowed !== false) return undefined
  const { resetMs, needsWholeMinute, remaining } = result
  return { error: new CommandError(code, { retryAfterMs: resetMs, needsWholeMinute }), remaining }
}
