import { isBan } from '../model/ban.ts'
import { NEW_POLICY_TERMS, type Policy, type PolicyTerms } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { DAY_SECONDS } from '../accounts/to-facts.ts'
import type { Facts } from '../model/facts.ts'
import { judge, judgeNotices, type Judgement, type Reason } from './judge.ts'
import { isAtMaximum } from './retention.ts'
import type { PolicyContext } from './change-policy.ts'
import { isByBan } from './refusals.ts'

/** Number of joins that are judged between two pauses, so that requests are not delayed. */
const JOINS_PER_READ = 250
const MAX_EXAMPLES = 5

/** Numbers of accounts by verdict. In mode `observe`, refused accounts are counted as refused too, although they are let in. */
export interface PreviewCounts {
  deny: number
  allow: number
  /** Accounts with missing facts: Steam did not answer, the player hides them, or no rule needed them when the account joined. */
  unknown: number
  /** Accounts that the notifying rules report, whatever their verdict. */
  reported: number
}

/** The effect of edited terms on a group of accounts. */
export interface PreviewedGroup {
  /** The counts by the terms in force. */
  before: PreviewCounts
  /** The counts by the edited terms. */
  after: PreviewCounts
  /** Up to five accounts that only the edited terms refuse, newest first. */
  newlyRefused: { steamId: SteamId; reasons: Reason[] }[]
}

/** The effect that edited terms would have had. */
export interface TermsPreview {
  /** The accounts that joined within the last 24 hours, each judged by the facts of its last join; without those that the server has banned. */
  joins: PreviewedGroup
  /** Whether the kept joins of the last 24 hours have reached their maximum, so that the counts are lower bounds. */
  areJoinsAtLeast: boolean
  /** The accounts on the watch list that the server has not banned, judged by their last known bans; their other facts are unknown. */
  watchList: PreviewedGroup
}

/** Judges the joins of the last day and the watch list of a server by `terms` and by the terms in force, with the current exceptions. */
export async function previewTerms(
  context: Pick<PolicyContext, 'database' | 'clock' | 'policies' | 'bans' | 'watchedFacts'>,
  guildId: string,
  terms: PolicyTerms,
): Promise<TermsPreview> {
  const current = context.policies.ofGuild(guildId) ?? NO_POLICY
  const edited = { ...current, ...terms }
  const since = context.clock.unixSeconds() - DAY_SECONDS
  const kept = await context.database.read(({ joins }) => joins.counts(guildId, since), guildId)
  return {
    joins: await previewJoins(context, { guildId, since }, createGroup(current, edited)),
    areJoinsAtLeast: isAtMaximum(kept),
    watchList: await previewWatchList(context, guildId, createGroup(current, edited)),
  }
}

const NO_POLICY: Policy = { ...NEW_POLICY_TERMS, name: '', version: 0, language: 'en', exceptions: new Map() }

async function previewJoins(
  { database, bans }: Pick<PolicyContext, 'database' | 'bans'>,
  { guildId, since }: { guildId: string; since: number },
  { add, result }: Group,
): Promise<PreviewedGroup> {
  let afterId = 0
  for (;;) {
    const page = await database.read(
      ({ joins }) => joins.newestOfEach(guildId, since, afterId, JOINS_PER_READ),
      guildId,
    )
    // Bans decide before the rules. A join that a ban has refused has no facts by which the rules could judge it.
    for (const join of page) if (!isByBan(join) && !isBan(bans.find(guildId, join.steamId))) add(join.facts, join.at)
    const last = page.at(-1)
    if (!last || page.length < JOINS_PER_READ) return result()
    afterId = last.id
  }
}

async function previewWatchList(
  { watchedFacts, bans, clock }: Pick<PolicyContext, 'watchedFacts' | 'bans' | 'clock'>,
  guildId: string,
  { add, result }: Group,
): Promise<PreviewedGroup> {
  for (const facts of (await watchedFacts(guildId)).toReversed())
    if (!isBan(bans.find(guildId, facts.steamId))) add(facts, clock.unixSeconds())
  return result()
}

interface Group {
  /** Adds an account; to be called in ascending order of time. */
  add(facts: Facts, at: number): void
  result(): PreviewedGroup
}

const isReported = (policy: Policy, judgement: Judgement, facts: Facts, at: number) =>
  judgeNotices(policy, { ...judgement, mode: policy.mode }, facts, at).length > 0

function createGroup(current: Policy, edited: Policy): Group {
  const before: PreviewCounts = { deny: 0, allow: 0, unknown: 0, reported: 0 }
  const after: PreviewCounts = { ...before }
  let newlyRefused: PreviewedGroup['newlyRefused'] = []
  return {
    add(facts, at) {
      const [was, is] = [judge(current, facts, at), judge(edited, facts, at)]
      before[was.verdict]++
      after[is.verdict]++
      if (isReported(current, was, facts, at)) before.reported++
      if (isReported(edited, is, facts, at)) after.reported++
      if (is.verdict !== 'deny' || was.verdict === 'deny') return
      newlyRefused = [{ steamId: facts.steamId, reasons: is.reasons }, ...newlyRefused.slice(0, MAX_EXAMPLES - 1)]
    },
    result: () => ({ before, after, newlyRefused }),
  }
}
