import type { AuditEntry, PolicyAction } from '../database/audit.ts'
import type { AlertBlock } from '../database/guilds.ts'
import type { JoinCount } from '../database/joins.ts'
import type { OutboxCounts } from '../database/outbox.ts'
import type { StoredPolicy } from '../database/policies.ts'
import type { PolicyToken } from '../database/policy-tokens.ts'
import { listExceptions } from './exceptions.ts'
import { areAllKept } from './kept-joins.ts'
import type { PolicyContext } from './policy-context.ts'
import { REFUSALS } from './refusals.ts'
import { REPLACED_TOKEN_SECONDS } from './stored-policies.ts'
import { isValidToken } from './tokens.ts'
import { dayOf } from './utc-day.ts'

/** The verdicts of a time by what followed from them. */
export interface VerdictCounts {
  allowed: number
  refused: number
  /** Denied in `observe`, and so let in. */
  wouldRefuse: number
  unknown: number
}

/** A game server as its token shows it. */
export interface TokenStatus {
  name: string
  createdAt: number
  createdBy: string
  /** When it last asked with this token; null for never. Up to a minute old. */
  lastAskedAt: number | null
  /** When the token was replaced, and when it ends at the latest; null for the current one of its name. */
  replaced: { at: number; endsAt: number } | null
}

/** What the people of a server should know about their policy. */
export interface PolicyStatus {
  policy: StoredPolicy
  /** The newest line of its log: of rules, exceptions or tokens; null when it is older than the log. */
  lastChange: AuditEntry<PolicyAction> | null
  exceptions: { allow: number; deny: number }
  /** Since midnight UTC, by the joins that are kept. */
  today: VerdictCounts
  /** Whether all joins that are kept are of today, so that there may have been more. */
  isTodayAtLeast: boolean
  /** The tokens that work, in the order of their creation. */
  tokens: TokenStatus[]
}

/** The state of a server's policy; null without one. */
export async function policyStatus(
  context: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<PolicyStatus | null> {
  const now = context.clock.unixSeconds()
  const stored = await context.database.read(async ({ policies, policyTokens, joins, audit }) => ({
    policy: await policies.get(guildId),
    tokens: await policyTokens.list(guildId),
    log: await audit.listOfPolicy(guildId, 1),
    counts: await joins.counts(guildId, dayOf(now)),
  }))
  if (!stored.policy) return null
  const exceptions = await listExceptions(context, guildId)
  const allow = exceptions.filter(({ decision }) => decision === 'allow').length
  return {
    policy: stored.policy,
    lastChange: stored.log[0] ?? null,
    exceptions: { allow, deny: exceptions.length - allow },
    today: toVerdictCounts(stored.counts),
    isTodayAtLeast: areAllKept(stored.counts),
    tokens: stored.tokens.filter((token) => isValidToken(token, now)).map(toTokenStatus),
  }
}

function toVerdictCounts(counts: readonly JoinCount[]): VerdictCounts {
  const sum = (isMeant: (entry: JoinCount) => boolean) =>
    counts.filter(isMeant).reduce((total, { count }) => total + count, 0)
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

/** What the people of a server should know about the messages on refusals: where they go, and whether they arrive. */
export interface NoticeStatus extends OutboxCounts {
  /** Null until `/watch channel` has set it. */
  channelId: string | null
  /** Why Discord refused messages for good; null when it did not. */
  block: AlertBlock | null
}

/** The state of the messages about the refusals of a server. */
export async function noticeStatus(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<NoticeStatus> {
  return database.read(async ({ guilds, outbox }) => {
    const guild = await guilds.get(guildId)
    const counts = await outbox.counts(REFUSALS.name, clock.unixSeconds(), guildId)
    return { channelId: guild?.alertChannelId ?? null, block: guild?.alertBlock ?? null, ...counts }
  })
}
