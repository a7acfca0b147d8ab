import type { Policy } from '../model/policy.ts'
import { DAY_SECONDS } from '../accounts/fact-ages.ts'
import type { Facts } from '../model/facts.ts'

/** The times after `now` at which a rule or an exception may decide otherwise on the same facts, in order; Unix seconds. */
export function turningPoints({ rules, exceptions }: Policy, { steamId, bans, profile }: Facts, now: number): number[] {
  const times: number[] = []
  const { until } = exceptions.get(steamId) ?? { until: null }
  if (until !== null) times.push(until)
  const { banForgottenAfterDays, minAccountAgeDays } = rules
  if (bans.kind === 'known' && banForgottenAfterDays !== undefined) {
    times.push(bans.fetchedAt + (banForgottenAfterDays - bans.value.DaysSinceLastBan) * DAY_SECONDS)
  }
  const createdAt = profile.kind === 'known' ? profile.value.createdAt : null
  if (createdAt !== null && minAccountAgeDays !== undefined) times.push(createdAt + minAccountAgeDays * DAY_SECONDS)
  return times.filter((time) => time > now).toSorted((a, b) => a - b)
}
