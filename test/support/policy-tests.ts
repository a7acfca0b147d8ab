import { createStoredBans } from '../../src/bans/stored-bans.ts'
import type { PolicyContext } from '../../src/policy/change-policy.ts'
import { PolicyError, type PolicyProblem } from '../../src/model/policy-error.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { createStoredPolicies } from '../../src/policy/stored-policies.ts'
import { listWatchedFacts } from '../../src/watch/list-watches.ts'
import { databaseForTest, databasePath } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { NOW } from './fake-context.ts'
import { rejectionOf } from './rejection-of.ts'

/** A process that uses a database of policies, at a time that the test sets; it starts at NOW. */
export async function openPolicyTest({ path = databasePath(), time = { now: NOW } } = {}) {
  const errors: unknown[] = []
  const database = await databaseForTest(path)
  const fakeClock = createFakeClock()
  const clock = { ...fakeClock, unixSeconds: () => time.now }
  const policies = createPolicies(clock)
  const stored = createStoredPolicies({ database, policies, clock, onError: (error) => errors.push(error) })
  const bans = createStoredBans({ database, clock, onError: (error) => errors.push(error) })
  await Promise.all([stored.load(), bans.load()])
  const watchedFacts = (guildId: string) => listWatchedFacts(database, guildId)
  const banLimits = { maxPerGuild: 50_000, maxTotal: 500_000 }
  const context: PolicyContext = { database, clock, policies: stored, bans, banLimits, watchedFacts }
  return { path, time, errors, database, clock, fakeClock, stored, bans, policies, context }
}

/** The problem of the PolicyError that a promise rejects with. */
export const policyProblemOf = async (work: Promise<unknown>): Promise<PolicyProblem> =>
  (await rejectionOf(PolicyError, work)).problem
