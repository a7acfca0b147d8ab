import { memoizeByObject } from '../lib/optimizations/memoize.ts'
import { hashToken } from '../lib/token-hash.ts'
import type { Policy } from '../model/policy.ts'
import type { TokenGrant } from '../model/token-grant.ts'

/** Identifies a token among those of all policies. */
export const grantKey = memoizeByObject(({ policyId, tokenId }: TokenGrant) => `${policyId}/${tokenId}`)

/** Where policies come from; all methods answer from memory. */
export interface PolicySource {
  /** What the token with this SHA-256, in hexadecimal digits, allows; undefined for a wrong one. */
  findByHash(hash: string): TokenGrant | undefined
  /** Whether there is any token. */
  hasTokens(): boolean
  /** The policy of a Discord server; undefined without one. */
  ofGuild(guildId: string): Policy | undefined
  /** Notes that a token was used just now; ignores those of other sources. */
  noteUse(grant: TokenGrant): void
}

export interface Policies extends Pick<PolicySource, 'hasTokens' | 'ofGuild' | 'noteUse'> {
  /** What a token allows; undefined for a wrong one. */
  findByToken(token: string): TokenGrant | undefined
}

/** The policies of several sources as one; a token that two sources have is of the first one. */
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
