import type { AuditEntry } from '../database/audit.ts'
import { POLICY_ACTIONS, type PolicyAction } from '../model/policy.ts'
import type { AlertBlock } from '../outbox/database/guilds.ts'
import type { JoinCount } from './database/joins.ts'
import type { StoredPolicy } from './database/policies.ts'
import type { PolicyToken } from './database/policy-tokens.ts'
import { listExceptions } from './exceptions.ts'
import { isAtMaximum } from './retention.ts'
import type { PolicyContext } from './change-policy.ts'
import { countReports } from './refusals.ts'
import { REPLACED_TOKEN_SECONDS } from '../model/token-grant.ts'
import { isValidToken } from './policies.ts'
import { startOfUtcDay } from '../model/unix-seconds.ts'

/** Numbers of verdicts by their effect. */
export interface VerdictCounts {
  allowed: number
  refused: number
  /** Denied in mode `observe`, and therefore let in. */
  wouldRefuse: number
  unknown: number
}

/** A game server, as far as it is known from its token. */
export interface TokenStatus {
  name: string
  createdAt: number
  createdBy: string
  /** When the game server last asked with this token, up to a minute too early; null for never. */
  lastAskedAt: number | null
  /** When the token was replaced, and when it ends at the latest; null for the current token of its name. */
  replaced: { at: number; endsAt: number } | null
}

/** The state of a policy, as the members of its server see it. */
export interface PolicyStatus {
  policy: StoredPolicy
  /** The newest log entry about rules, exceptions or tokens; null when the log has no such entry. */
  lastChange: AuditEntry<PolicyAction> | null
  /** The number of exceptions, which let their accounts in. */
  exceptions: number
  /** Numbers of joins since midnight UTC, counted from the joins that are kept. */
  today: VerdictCounts
  /** Whether the kept joins of today have reached their maximum, so that the counts are lower bounds. */
  isTodayAtLeast: boolean
  /** The valid tokens, in the order of their creation. */
  tokens: TokenStatus[]
}

/** The state of a server's policy; null without one. */
export async function policyStatus(
  context: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<PolicyStatus | null> {
  const now = context.clock.unixSeconds()
  const stored = await context.database.read(
    async ({ policies, policyTokens, joins, audit }) => ({
      policy: await policies.get(guildId),
      tokens: await policyTokens.list(guildId),
      log: await audit.listOf(guildId, POLICY_ACTIONS, 1),
      counts: await joins.counts(guildId, startOfUtcDay(now)),
    }),
    guildId,
  )
  if (!stored.policy) return null
  const exceptions = await listExceptions(context, guildId)
  return {
    policy: stored.policy,
    lastChange: stored.log[0] ?? null,
    exceptions: exceptions.length,
    today: toVerdictCounts(stored.counts),
    isTodayAtLeast: isAtMaximum(stored.counts),
    tokens: stored.tokens.filter((token) => isValidToken(token, now)).map(toTokenStatus),
  }
}

/** The number of game servers with a token, and when one of them last asked; null for never. */
export async function gameServersOf(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<{ count: number; lastAskedAt: number | null }> {
  const now = clock.unixSeconds()
  const tokens = (await database.read(({ policyTokens }) => policyTokens.list(guildId))).filter((token) =>
    isValidToken(token, now),
  )
  const asked = tokens.flatMap(({ lastAskedAt }) => lastAskedAt ?? [])
  return {
    count: new Set(tokens.map(({ name }) => name)).size,
    lastAskedAt: asked.length > 0 ? Math.max(...asked) : null,
  }
}

function toVerdictCounts(counts: readonly JoinCount[]): VerdictCounts {
  const sum = (isCounted: (entry: JoinCount) => boolean) =>
    counts.filter(isCounted).reduce((total, { count }) => total + count, 0)
  return {
    allowed: sum(({ verdict }) => verdict === 'allow'),
    refused: sum(({ verdict, mode }) => verdict === 'deny' && mode === 'enforce'),
    wouldRefuse: sum(({ verdict, mode }) => verdict === 'deny' && mode === 'observe'),
    unknown: sum(({ verdict }) => verdict === 'unknown'),
  }
}

function toTokenStatus({ name, createdAt, createdBy, lastAskedAt, replacedAt }: PolicyToken): TokenStatus {
  const replaced = replacedAt === null ? null : { at: replacedAt, endsAt: replacedAt + REPLACED_TOKEN_SECONDS }
  return { name, createdAt, createdBy, lastAskedAt, replaced }
}

/** Where messages about refusals are sent and whether they arrive, as the members of the server see it. */
export interface NoticeStatus {
  /** The channel for the messages; null until `/watch channel` has set it. */
  channelId: string | null
  /** Why Discord refused the last message in the channel; null if it did not. */
  block: AlertBlock | null
  /** Number of accounts that are not reported yet. */
  waiting: number
}

/** Reads the state of the messages about the refusals and notices of a server. */
export async function noticeStatus(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<NoticeStatus> {
  return database.read(async ({ guilds, outbox }) => {
    const guild = await guilds.get(guildId)
    const waiting = await countReports({ outbox }, clock.unixSeconds(), guildId)
    return { channelId: guild?.alertChannelId ?? null, block: guild?.alertBlock ?? null, waiting }
  })
}
