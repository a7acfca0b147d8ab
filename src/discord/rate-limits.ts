import { createQuota, type Quota } from '../lib/limits/quota.ts'
import { CommandError, type CommandErrorCode } from './command-error.ts'

/** The part of a quota that a long batch leaves for single look-ups of the same minute. */
const KEPT_PART = 1 / 10
const NONE = { user: 0, guild: 0 }

/** The rate limits of users and guilds, in lookups per minute; 0 is no limit. */
export function createRateLimits({ userPerMinute, guildPerMinute }: { userPerMinute: number; guildPerMinute: number }) {
  const users = userPerMinute > 0 ? createQuota(userPerMinute) : undefined
  const guilds = guildPerMinute > 0 ? createQuota(guildPerMinute) : undefined
  const kept = { user: Math.floor(userPerMinute * KEPT_PART), guild: Math.floor(guildPerMinute * KEPT_PART) }

  /**
   * Takes lookups from both quotas, of which `left` have to remain; undefined if it succeeds. If one of them refuses, takes lookups from
   * neither and returns the refusal.
   */
  const tryTake = (userId: string, guildId: string | null, lookups: number, left = NONE): Refusal | undefined => {
    const ofUser = consume(users, userId, lookups, left.user, 'rate_limited')
    if (ofUser) return ofUser
    const ofGuild = guildId === null ? undefined : consume(guilds, guildId, lookups, left.guild, 'server_rate_limited')
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
     * Takes up to the wanted number of lookups, as far as both quotas allow with a tenth of them left, and resolves to the taken number; throws a
     * CommandError if no lookup is left.
     */
    async takeUpTo(userId: string, guildId: string | null, wanted: number): Promise<number> {
      // Limited to the smaller quota, because a request for more than a whole quota would take the whole quota and be granted.
      const largest = Math.min(
        userPerMinute - kept.user || wanted,
        (guildId !== null && guildPerMinute - kept.guild) || wanted,
      )
      let lookups = Math.min(wanted, largest)
      for (;;) {
        const refusal = tryTake(userId, guildId, lookups, kept)
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

function consume(
  quota: Quota | undefined,
  key: string,
  lookups: number,
  kept: number,
  code: CommandErrorCode,
): Refusal | undefined {
  const result = quota?.consume(key, lookups + kept)
  if (result?.isAllowed !== false) {
    quota?.refund(key, kept)
    return undefined
  }
  const { resetMs, needsWholeMinute, remaining } = result
  return { error: new CommandError(code, { retryAfterMs: resetMs, needsWholeMinute }), remaining: remaining - kept }
}
