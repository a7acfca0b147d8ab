import type { PolicyDatabase, PolicyRepositories } from './database/repositories.ts'
import type { PolicyState } from './database/policies.ts'
import type { Clock } from '../lib/clock.ts'
import { createQueue } from '../lib/queue.ts'
import { repeat } from '../lib/repeat.ts'
import { createTokenUses } from '../lib/token-uses.ts'
import { DatabaseError } from '../model/database-error.ts'
import { languageOf } from '../model/language.ts'
import type { LoadedPolicy, Policies } from './policies.ts'

const CHECK_MS = 5_000
/** Small enough that other transactions need not wait until all policies are read. */
const POLICIES_PER_READ = 50

export interface StoredPoliciesOptions {
  database: PolicyDatabase
  /** Receives the policies of the database. */
  policies: Pick<Policies, 'put' | 'remove' | 'ofGuild'>
  clock: Clock
  /** Called with failures of the database; the loaded policies stay in use. */
  onError: (error: unknown) => void
}

/** Keeps the policies of the database in memory. */
export function createStoredPolicies({ database, policies, clock, onError }: StoredPoliciesOptions) {
  /** The states that were loaded, by the id of the Discord server. */
  const loaded = new Map<string, PolicyState>()
  const uses = createTokenUses({
    transaction: (work) => database.transaction(({ policyTokens }) => work(policyTokens)),
    clock,
    onError,
  })

  const isLoaded = ({ guildId, revision, locale }: PolicyState) => {
    const state = loaded.get(guildId)
    return state?.revision === revision && state.locale === locale
  }
  const remove = (guildId: string) => {
    loaded.delete(guildId)
    policies.remove(guildId)
  }
  /** Reads policies; one with damaged data stays as it is, and must not prevent loading those of other servers. */
  const read = (states: readonly PolicyState[]) =>
    database.read(async (repositories) => {
      const found: { state: PolicyState; policy: Omit<LoadedPolicy, 'onUse'> | undefined }[] = []
      for (const state of states) {
        try {
          found.push({ state, policy: await readPolicy(repositories, state) })
        } catch (error) {
          if (!(error instanceof DatabaseError && error.problem === 'damaged')) throw error
          onError(error)
        }
      }
      return found
    })

  const loadChanges = async () => {
    const states = await database.read((repositories) => repositories.policies.states())
    const known = new Set(states.map(({ guildId }) => guildId))
    for (const guildId of loaded.keys()) if (!known.has(guildId)) remove(guildId)
    const changed = states.filter((state) => !isLoaded(state))
    for (let start = 0; start < changed.length; start += POLICIES_PER_READ)
      for (const { state, policy } of await read(changed.slice(start, start + POLICIES_PER_READ))) {
        if (!policy) {
          remove(state.guildId)
          continue
        }
        loaded.set(state.guildId, state)
        policies.put({ ...policy, onUse: uses.note })
      }
  }
  /** Loads run one at a time, because an older state must not overwrite a newer one. */
  const inOrder = createQueue()
  const load = () => inOrder(loadChanges)

  return {
    ofGuild: policies.ofGuild,
    /** Loads policies that have changed since the last load; rejects with a DatabaseError. */
    load,
    /** Loads the changes; to be called after this process has changed a policy. Never rejects. */
    reload: () => load().catch(onError),
    /** Loads the changes of other processes every five seconds, until the signal aborts; resolves when all uses of tokens are stored. */
    async run(signal: AbortSignal): Promise<void> {
      const step = () => load().then(() => CHECK_MS)
      await clock.sleep(CHECK_MS, signal).catch(() => {})
      await repeat(step, { clock, signal, onError })
      await uses.settled()
    },
  }
}

/** Reads the policy of a server; undefined when there is none. */
async function readPolicy(
  repositories: Pick<PolicyRepositories, 'policies' | 'policyExceptions' | 'policyTokens'>,
  { guildId, locale }: PolicyState,
): Promise<Omit<LoadedPolicy, 'onUse'> | undefined> {
  const { policies, policyExceptions, policyTokens } = repositories
  const stored = await policies.get(guildId)
  if (!stored) return undefined
  const { name, version, terms } = stored
  const exceptions = (await policyExceptions.list(guildId)).map(
    ({ steamId, reason, until }) => [steamId, { steamId, decision: 'allow', reason, until }] as const,
  )
  const tokens = await policyTokens.list(guildId)
  const policy = { ...terms, name, version, language: languageOf(locale), exceptions: new Map(exceptions) }
  return { policy, guildId, tokens }
}
