import { languageOf } from '../model/language.ts'
import type { Repositories } from '../database/database.ts'
import type { PolicyState } from '../database/policies.ts'
import type { PolicyToken } from '../database/policy-tokens.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { Policy } from '../model/policy.ts'
import type { TokenGrant } from '../model/token-grant.ts'

/** A token in memory. */
export interface LoadedToken extends Pick<PolicyToken, 'id' | 'name' | 'hash' | 'replacedAt'> {
  isUsed: boolean
  grant: TokenGrant
}

/** The policy of a Discord server in memory. */
export interface LoadedPolicy {
  state: PolicyState
  policy: Policy
  tokens: LoadedToken[]
}

/** Reads the policy of a server; null when it cannot be used because its data are damaged, undefined when there is none. */
export async function loadPolicy(
  repositories: Pick<Repositories, 'policies' | 'policyExceptions' | 'policyTokens'>,
  state: PolicyState,
  onDamage: (error: unknown) => void,
): Promise<LoadedPolicy | null | undefined> {
  try {
    return await read(repositories, state)
  } catch (error) {
    // One server with damaged data must not keep the policies of all others from being loaded.
    if (!(error instanceof DatabaseError && error.problem === 'damaged')) throw error
    onDamage(error)
    return null
  }
}

async function read(
  { policies, policyExceptions, policyTokens }: Pick<Repositories, 'policies' | 'policyExceptions' | 'policyTokens'>,
  state: PolicyState,
): Promise<LoadedPolicy | undefined> {
  const { guildId, locale } = state
  const stored = await policies.get(guildId)
  if (!stored) return undefined
  const { name, version, terms } = stored
  const exceptions = (await policyExceptions.list(guildId)).map(
    ({ steamId, decision, reason, until }) => [steamId, { steamId, decision, reason, until }] as const,
  )
  const policy = { ...terms, name, version, language: languageOf(locale), exceptions: new Map(exceptions) }
  const tokens = (await policyTokens.list(guildId)).map((token): LoadedToken => {
    const { id, name, hash, replacedAt } = token
    const grant = { policy, policyId: guildId, guildId, tokenId: String(id), tokenName: name }
    return { id, name, hash, replacedAt, isUsed: token.firstUsedAt !== null, grant }
  })
  return { state, policy, tokens }
}
