import type { Judging } from '../expect-verdict.ts'
import type { Invocation } from '../../discord/command.ts'

/** What the policy of the server is judged by in an answer; null without a policy. */
export function judgingOf({ context, guildId, now }: Pick<Invocation, 'context' | 'guildId' | 'now'>): Judging | null {
  const policy = guildId === null ? undefined : context.policies.ofGuild(guildId)
  return policy ? { policy, now: Math.floor(now / 1_000) } : null
}
