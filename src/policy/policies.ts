import { memoizeByObject } from '../lib/optimizations/memoize.ts'
import { hashToken } from '../lib/token-hash.ts'
import type { Policy } from '../model/policy.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { ToolGrant } from '../model/tool-token.ts'

/** A key for the token that is unique among the tokens of all policies. */
export const grantKey = memoizeByObject(({ policyId, tokenId }: TokenGrant) => `${policyId}/${tokenId}`)

/** What stands for the id of a token in the grants of tools, so that all tools of a Discord server share a key. */
const TOOLS_ID = 'tools'

/** The key for all tools of a Discord server; no token of a policy has it. */
export const toolsKey = (guildId: string): string => `${guildId}/${TOOLS_ID}`

/** What a tool may ask of the policy of its Discord server; undefined without a policy. */
export function grantOfTool(
  policies: Pick<PolicySource, 'ofGuild'>,
  { guildId, name }: ToolGrant,
): TokenGrant | undefined {
  const policy = policies.ofGuild(guildId)
  return policy && { policy, policyId: guildId, guildId, tokenId: TOOLS_ID, tokenName: name }
}

/** A source of policies; all methods answer from memory. */
export interface PolicySource {
  /** Returns what the token with this SHA-256, in hexadecimal digits, allows; undefined for an unknown token. */
  findByHash(hash: string): TokenGrant | undefined
  /** Whether there is any token. */
  hasTokens(): boolean
  /** The policy of a Discord server; undefined without one. */
  ofGuild(guildId: string): Policy | undefined
  /** Records that a token was used now; ignores tokens of other sources. */
  noteUse(grant: TokenGrant): void
}

export interface Policies extends Pick<PolicySource, 'hasTokens' | 'ofGuild' | 'noteUse'> {
  /** Returns what a token allows; undefined for an unknown token. */
  findByToken(token: string): TokenGrant | undefined
}

/** Combines several sources. If two sources have the same token, the first of these sources is used for it. */
export function createPolicies(sources: readonly PolicySource[]): Policies {
  return {
    findByToken(token) {
      const hash = hashToken(token)
      for (const source of sources) {
        const grant = source.findByHash(hash)
        if (grant) return grant
      }
      return undefined
    },
    hasTokens: () => sources.some((source) => source.hasTokens()),
    ofGuild(guildId) {
      for (const source of sources) {
        const policy = source.ofGuild(guildId)
        if (policy) return policy
      }
      return undefined
    },
    noteUse(grant) {
      for (const source of sources) source.noteUse(grant)
    },
  }
}
