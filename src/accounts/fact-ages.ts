import type { Bans } from '../model/account.ts'
import type { KnownFact } from '../model/facts.ts'

export const DAY_SECONDS = 86_400

/** Whole days since the newest VAC or game ban, at least: Steam's days, and those since its answer. Meaningless without a ban. */
export function lastBanDays({ value, fetchedAt }: KnownFact<Bans>, now: number): number {
  return value.DaysSinceLastBan + wholeDays(now - fetchedAt)
}

/** The whole days that an account exists. */
export function accountAgeDays(createdAt: number, now: number): number {
  return wholeDays(now - createdAt)
}

// Never negative: a clock that was set back makes nothing younger than Steam said.
const wholeDays = (seconds: number) => Math.max(0, Math.floor(seconds / DAY_SECONDS))
