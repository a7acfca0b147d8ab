import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedAccount } from './get-verdict.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { ToolGrant } from '../model/tool-token.ts'

/** The policies, as the HTTP interface uses them. */
export interface PolicyAccess {
  /** Returns what a token allows; undefined for an unknown token. */
  findByToken(token: string): TokenGrant | undefined
  /** Whether the token has calls to Steam left today; otherwise only earlier answers in the cache are used. */
  mayAskSteam(grant: TokenGrant): boolean
  /** Judges an account. A fact that Steam does not provide within 3 s is unknown. */
  getVerdict(grant: TokenGrant, steamId: SteamId, callContext: CallContext): Promise<JudgedAccount>
  /** Records that a game server asked; returns at once and never throws. */
  recordJoin(grant: TokenGrant, judged: JudgedAccount): void
  /** Counts calls to Steam against the day's share of the token. */
  noteCalls(grant: TokenGrant, calls: number): void
  /** Returns what a tool may ask of the policy of its Discord server; undefined when the server has no policy. */
  grantOfTool(tool: ToolGrant): TokenGrant | undefined
  /** Whether the tools of a Discord server, which share a part of the day's calls, have calls to Steam left today. */
  mayToolsAskSteam(guildId: string): boolean
  /** Counts calls to Steam against the day's share of the tools of a Discord server. */
  noteToolCalls(guildId: string, calls: number): void
}
