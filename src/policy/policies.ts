import type { Clock } from '../lib/clock.ts'
import { hashToken } from '../lib/token-hash.ts'
import type { Policy } from '../model/policy.ts'
import { REPLACED_TOKEN_SECONDS, type TokenGrant } from '../model/token-grant.ts'
import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedAccount } from './get-verdict.ts'
import type { ToolGrant } from '../model/tool-token.ts'

/** A token of a policy in memory. */
export interface LoadedToken {
  /** A number that is unique among the tokens of the policy; newer tokens have larger ids. */
  id: number
  /** The game server that the token is for. */
  name: string
  /** SHA-256 of the token, in hexadecimal digits. */
  hash: string
  /** When a newer token of this name replaced it, Unix seconds; null for the current token of the name. */
  replacedAt: number | null
}

/** A policy in memory, with the tokens that ask for its verdicts. */
export interface LoadedPolicy {
  policy: Policy
  /** Null for the policy of `POLICY_FILE`. */
  guildId: string | null
  tokens: readonly LoadedToken[]
  /** Called when one of the tokens is used. The first use of a token ends those that it has replaced, within seconds. */
  onUse: (tokenId: number) => void
}

/** The policies of all Discord servers and that of `POLICY_FILE`. All methods answer from memory. */
export type Policies = ReturnType<typeof createPolicies>

export function createPolicies(clock: Pick<Clock, 'unixSeconds'>) {
  const loaded = new Map<string | null, LoadedPolicy>()
  const byHash = new Map<string, { replacedAt: number | null; grant: TokenGrant }>()

  const put = (next: LoadedPolicy) => {
    remove(next.guildId)
    loaded.set(next.guildId, next)
    for (const token of next.tokens)
      byHash.set(token.hash, { replacedAt: token.replacedAt, grant: toGrant(next, token) })
  }
  const remove = (guildId: string | null) => {
    for (const { hash } of loaded.get(guildId)?.tokens ?? []) byHash.delete(hash)
    loaded.delete(guildId)
  }
  return {
    /** Adds a policy, or replaces the earlier policy of the same owner. */
    put,
    remove,
    /** The policy of a Discord server; undefined without one. */
    ofGuild: (guildId: string): Policy | undefined => loaded.get(guildId)?.policy,
    /** What a token allows; undefined for an unknown token, and for one that was replaced a day ago. */
    findByToken(token: string): TokenGrant | undefined {
      const found = byHash.get(hashToken(token))
      return found && isValidToken(found, clock.unixSeconds()) ? found.grant : undefined
    },
    /** Records that a token was used now. */
    noteUse({ guildId, tokenId }: TokenGrant): void {
      const owner = loaded.get(guildId)
      if (owner?.tokens.some(({ id }) => id === tokenId)) owner.onUse(tokenId)
    },
  }
}

/** Whether a token works; a replaced token works for a day. */
export const isValidToken = ({ replacedAt }: Pick<LoadedToken, 'replacedAt'>, now: number): boolean =>
  replacedAt === null || now < replacedAt + REPLACED_TOKEN_SECONDS

const toGrant = ({ policy, guildId }: LoadedPolicy, { id, name }: LoadedToken): TokenGrant => ({
  policy,
  guildId,
  tokenId: id,
  tokenName: name,
  key: `${guildId ?? 'file'}/${id}`,
})

/** The key for all tools of a Discord server, which share a part of the day's calls; no token of a policy has it. */
export const toolsKey = (guildId: string): string => `${guildId}/tools`

/** What a tool may ask of the policy of its Discord server; undefined without a policy. */
export function grantOfTool(policies: Pick<Policies, 'ofGuild'>, { guildId, name }: ToolGrant): TokenGrant | undefined {
  const policy = policies.ofGuild(guildId)
  return policy && { policy, guildId, tokenId: 0, tokenName: name, key: toolsKey(guildId) }
}

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
