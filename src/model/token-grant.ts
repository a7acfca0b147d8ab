import type { Policy } from './policy.ts'

/** What a token allows: to ask for the verdicts of one policy. */
export interface TokenGrant {
  policy: Policy
  /** The Discord server that the policy belongs to, or `file`. */
  policyId: string
  /** Null for the policy of the file. */
  guildId: string | null
  tokenId: string
  /** The game server that the token is for, as its owner calls it. */
  tokenName: string
}
