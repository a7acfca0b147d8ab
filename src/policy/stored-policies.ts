import type { PolicyDatabase, PolicyRepositories } from './database/repositories.ts'
import type { PolicyState } from './database/policies.ts'
import type { PolicyToken } from './database/policy-tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { createTokenUses } from '../lib/token-uses.ts'
import { DatabaseError } from '../model/database-error.ts'
import { languageOf } from '../model/language.ts'
import type { Policy } from '../model/policy.ts'
import { REPLACED_TOKEN_SECONDS, type TokenGrant } from '../model/token-grant.ts'
import type { PolicySource } from './policies.ts'

const CHECK_MS = 5_000
/** Small enough that other transactions need not wait until all policies are read. */
const POLICIES_PER_READ = 50

export interface StoredPoliciesOptions {
  database: PolicyDatabase
  clock: Clock
  /** Called with failures of the database; the loaded policies stay in use. */
  onError: (error: unknown) => void
}

export type StoredPolicies = ReturnType<typeof createStoredPolicies>

/** Creates the source of the policies in the database. `load` reads them into memory. */
export function createStoredPolicies({ database, clock, onError }: StoredPoliciesOptions) {
  const byGuild = new Map<string, LoadedPolicy>()
  const byHash = new Map<string, LoadedToken>()
  const byTokenId = new Map<string, LoadedToken>()
  const uses = createUses({ database, clock, onError })

  const dropToken = (token: LoadedToken) => {
    byHash.delete(token.hash)
    byTokenId.delete(token.grant.tokenId)
  }
  const put = (guildId: string, loaded: LoadedPolicy | null | undefined) => {
    // If the policy cannot be read, the loaded policy stays in use.
    if (loaded === null) return
    for (const token of byGuild.get(guildId)?.tokens ?? []) dropToken(token)
    byGuild.delete(guildId)
    if (!loaded) return
    byGuild.set(guildId, loaded)
    for (const token of loaded.tokens) {
      byHash.set(token.hash, token)
      byTokenId.set(token.grant.tokenId, token)
    }
  }
  const isLoaded = ({ guildId, revision, locale }: PolicyState) => {
    const state = byGuild.get(guildId)?.state
    return state?.revision === revision && state.locale === locale
  }

  /** Loads policies that have changed since the last load; rejects with a DatabaseError. */
  const load = async () => {
    const states = await database.read(({ policies }) => policies.states())
    const known = new Set(states.map(({ guildId }) => guildId))
    for (const guildId of byGuild.keys()) if (!known.has(guildId)) put(guildId, undefined)
    const changed = states.filter((state) => !isLoaded(state))
    for (let start = 0; start < changed.length; start += POLICIES_PER_READ) {
      const chunk = changed.slice(start, start + POLICIES_PER_READ)
      const loaded = await database.read(async (repositories) => {
        const policies: [string, LoadedPolicy | null | undefined][] = []
        for (const state of chunk) policies.push([state.guildId, await loadPolicy(repositories, state, onError)])
        return policies
      })
      for (const [guildId, policy] of loaded) put(guildId, policy)
    }
  }

  const source: PolicySource = {
    findByHash(hash) {
      const token = byHash.get(hash)
      if (!token) return undefined
      const { replacedAt, grant } = token
      return replacedAt === null || clock.unixSeconds() < replacedAt + REPLACED_TOKEN_SECONDS ? grant : undefined
    },
    hasTokens: () => byHash.size > 0,
    ofGuild: (guildId) => byGuild.get(guildId)?.policy,
    noteUse({ guildId, tokenId }) {
      const token = guildId === null ? undefined : byTokenId.get(tokenId)
      if (!token) return
      uses.note(token.id)
      if (token.isUsed) return
      token.isUsed = true
      const older = byGuild
        .get(token.grant.policyId)
        ?.tokens.filter(({ id, name }) => name === token.name && id < token.id)
      for (const replaced of older ?? []) dropToken(replaced)
    },
  }
  return {
    ...source,
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

/** Stores when tokens were used. */
const createUses = ({ database, clock, onError }: StoredPoliciesOptions) =>
  createTokenUses({
    store: (used) =>
      database.transaction(async ({ policyTokens }) => {
        for (const [id, at] of used) await policyTokens.noteUse(id, at)
      }),
    clock,
    onError,
  })

/** A token in memory. */
interface LoadedToken extends Pick<PolicyToken, 'id' | 'name' | 'hash' | 'replacedAt'> {
  isUsed: boolean
  grant: TokenGrant
}

/** The policy of a Discord server in memory. */
interface LoadedPolicy {
  state: PolicyState
  policy: Policy
  tokens: LoadedToken[]
}

/** Reads the policy of a server; null when its data is damaged, undefined when there is none. */
async function loadPolicy(
  repositories: Pick<PolicyRepositories, 'policies' | 'policyExceptions' | 'policyTokens'>,
  state: PolicyState,
  onDamage: (error: unknown) => void,
): Promise<LoadedPolicy | null | undefined> {
  try {
    return await read(repositories, state)
  } catch (error) {
    // The damaged data of one server must not prevent loading the policies of other servers.
    if (!(error instanceof DatabaseError && error.problem === 'damaged')) throw error
    onDamage(error)
    return null
  }
}

async function read(
  {
    policies,
    policyExceptions,
    policyTokens,
  }: Pick<PolicyRepositories, 'policies' | 'policyExceptions' | 'policyTokens'>,
  state: PolicyState,
): Promise<LoadedPolicy | undefined> {
  const { guildId, locale } = state
  const stored = await policies.get(guildId)
  if (!stored) return undefined
  const { name, version, terms } = stored
  const exceptions = (await policyExceptions.list(guildId)).map(
    ({ steamId, reason, until }) => [steamId, { steamId, decision: 'allow', reason, until }] as const,
  )
  const policy = { ...terms, name, version, language: languageOf(locale), exceptions: new Map(exceptions) }
  const tokens = (await policyTokens.list(guildId)).map((token): LoadedToken => {
    const { id, name, hash, replacedAt } = token
    const grant = { policy, policyId: guildId, guildId, tokenId: String(id), tokenName: name }
    return { id, name, hash, replacedAt, isUsed: token.firstUsedAt !== null, grant }
  })
  return { state, policy, tokens }
}
