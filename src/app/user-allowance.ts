import type { Settings } from './settings/read-settings.ts'
import type { Clock } from '../lib/clock.ts'
import { RapsheetError } from '../model/error.ts'
import { createCallAllowance } from '../steam/upstream/day-budget.ts'
import type { Store } from '../store/store.ts'

/** Counts the calls to Steam for users outside of servers with the bot; undefined if users may not install the bot. */
export function createUserAllowance(
  { discord: { userInstall }, steam: { apiKey = '' } }: Pick<Settings, 'discord' | 'steam'>,
  store: Store,
  clock: Clock,
) {
  if (!userInstall) return undefined
  const { callsPerDay: limit } = userInstall
  return createCallAllowance({ apiKey, store, clock, limit }, 'user installations', (retryAfter) => {
    const message = `Today's ${limit} calls to Steam for uses outside of servers with the bot are used up until 00:00 UTC.`
    return new RapsheetError('budget_spent', message, { retryAfter, isUserShare: true })
  })
}
