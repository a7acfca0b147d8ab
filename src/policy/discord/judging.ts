import type { Judging } from '../expect-verdict.ts'
import type { PolicyContext } from '../policy-context.ts'

/** The policy by which an answer of this server judges at this time, Unix seconds; null without a policy. */
export function judgingOf(
  { policies }: Pick<PolicyContext, 'policies'>,
  guildId: string | null,
  now: number,
): Judging | null {
  const policy = guildId === null ? undefined : policies.ofGuild(guildId)
  return policy ? { policy, now } : null
}
