import type { Policy } from './policy.ts'

/** The permission that a token gives: to ask for verdicts of one policy. */
export interface TokenGrant {
  policy: Policy
  /** The Discord server that the policy belongs to, or `file`. */
  policyId: string
  /** Null for the policy of the file. */
  guildId: string | null
  tokenId: string
  /** The game server that the token is for, by the name that its owner chose. */
  tokenName: string
}

/** How long a replaced token works when the new token is not used. */
export const REPLACED_TOKEN_SECONDS = 86_400
