import type { Database } from './database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from './metrics.ts'
import { createStoredBans } from '../bans/stored-bans.ts'
import { createJoinRecorder } from '../policy/join-recorder.ts'
import type { Policies } from '../policy/policies.ts'
import { createStoredPolicies } from '../policy/stored-policies.ts'
import { createStoredTokens } from '../tokens/stored-tokens.ts'
import { noteWatchedJoins } from '../watch/joins.ts'
import type { ReportError } from './error-log.ts'

interface StoredPoliciesOptions {
  database: Database
  policies: Policies
  clock: Clock
  metrics: Pick<Metrics, 'onJoinsDropped'>
  reportError: ReportError
}

export type StoredPoliciesPart = Awaited<ReturnType<typeof openStoredPolicies>>

/** Loads the policies, the ban lists and the tokens of tools of Discord servers, and follows their changes; rejects with a DatabaseError for the operator. */
export async function openStoredPolicies({ database, policies, clock, metrics, reportError }: StoredPoliciesOptions) {
  const stored = createStoredPolicies({ database, policies, clock, onError: (error) => reportError('policies', error) })
  const { record, forget, close } = createJoinRecorder({
    database,
    clock,
    onError: (error) => reportError('joins', error),
    onDropped: metrics.onJoinsDropped,
    onStored: noteWatchedJoins,
  })
  const bans = createStoredBans({
    database,
    clock,
    onError: (error, guildId) => reportError('bans', error, guildId),
  })
  const tools = createStoredTokens({ database, clock, onError: (error) => reportError('tool tokens', error) })
  await Promise.all([stored.load(), bans.load(), tools.load()])
  const stop = new AbortController()
  const running = Promise.all([stored.run(stop.signal), bans.run(stop.signal), tools.run(stop.signal)])
  return {
    policies: stored,
    bans,
    tools,
    recordJoin: record,
    forgetJoins: forget,
    /** Stores waiting joins; to be called after the last request, before the database is closed. Resolves to the number of lost joins. */
    async close(): Promise<number> {
      stop.abort(new Error('the service stops'))
      await running
      return close()
    },
  }
}
