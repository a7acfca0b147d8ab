import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedAccount } from './get-verdict.ts'
import type { TokenGrant } from '../model/token-grant.ts'

/** The policies, as the HTTP interface uses them. */
export interface PolicyAccess {
  /** Returns what a token allows; undefined for an unknown token. */
  findByToken(token: string): TokenGrant | undefined
  /** Returns the key under which requests with the token are counted in the rate limit. */
  keyOf(grant: TokenGrant): string
  /** Whether there is any token. */
  hasTokens(): boolean
  /** Whether the token has calls to Steam left today; otherwise only earlier answers in the cache are used. */
  mayAskSteam(grant: TokenGrant): boolean
  /** Judges an account. A fact that Steam does not provide within `withinMs`, by default 3 s, is unknown. */
  getVerdict(grant: TokenGrant, steamId: SteamId, callContext: CallContext, withinMs?: number): Promise<JudgedAccount>
  /** Records that a game server asked; returns at once and never throws. */
  recordJoin(grant: TokenGrant, judged: JudgedAccount): void
  /** Counts calls to Steam against the day's share of the token. */
  noteCalls(grant: TokenGrant, calls: number): void
}
