import type { Policy } from './policy.ts'

/** The permission that a token gives: to ask for verdicts of one policy. */
export interface TokenGrant {
  policy: Policy
  /** The Discord server that the policy belongs to; null for the policy of the file. */
  guildId: string | null
  /** Unique among the tokens of the policy. */
  tokenId: number
  /** The game server that the token is for, by the name that its owner chose. */
  tokenName: string
  /** Unique among the tokens of all policies; what requests and calls to Steam are counted by. */
  key: string
}

/** How long a replaced token works when the new token is not used. */
export const REPLACED_TOKEN_SECONDS = 86_400
