import { countsBans } from '../model/policy.ts'
import type { Database } from '../database/database.ts'
import type { PolicyRepositories } from './database/repositories.ts'
import type { Join } from './database/joins.ts'
import type { Clock } from '../lib/clock.ts'
import type { Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedReason, Verdict } from '../model/verdict.ts'
import { lastBanDays } from '../accounts/to-facts.ts'
import type { Reason } from './judge.ts'
import { MAX_JOINS } from './kept-joins.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import { noteRefusals, type NewRefusal } from './refusals.ts'
import { createStoreQueue, type StoreQueueOptions } from './store-queue.ts'

type NewJoin = Omit<Join, 'id'>

/** A player whom a game server asked about, and the answer. */
export interface JudgedJoin {
  verdict: Verdict
  /** The facts that the verdict is based on. */
  facts: Facts
}

/** What became known of a player after the answer. */
export interface LateJudgement {
  /** All known facts, among them those that only notifying rules need. */
  facts: Facts
  /** The notifying rules that the account violates. */
  notices: Reason[]
}

/** A join, or a notice about an earlier one, that waits to be stored. */
type Waiting = { join: NewJoin } | { notice: NewRefusal }

export interface JoinRecorderOptions<Repositories extends PolicyRepositories = PolicyRepositories> extends Pick<
  StoreQueueOptions<Waiting>,
  'onError' | 'onDropped' | 'collectMs' | 'maxWaiting'
> {
  database: Pick<Database<Repositories>, 'transaction'>
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  /** Called in the transaction that has stored these joins; when it rejects, they are not stored. */
  onStored: (repositories: Repositories, joins: readonly NewJoin[]) => Promise<void>
}

/**
 * Creates a recorder that stores the joins of Discord servers' policies. `record` returns at once and never throws. Accounts that were
 * refused, or would have been, and those that a rule reports are counted for the messages about them.
 */
export function createJoinRecorder<Repositories extends PolicyRepositories>(
  options: JoinRecorderOptions<Repositories>,
) {
  const { database, clock, onStored } = options
  /** The joins whose late judgement is expected. */
  const expecting = new Set<NewJoin>()
  const queue = createStoreQueue<Waiting>({
    ...options,
    store: (batch) =>
      database.transaction(async (repositories) => onStored(repositories, await storeBatch(repositories, batch))),
  })

  return {
    /** Records a join and, when it arrives, what became known after the answer. `late` must not reject. */
    record(
      { guildId, tokenId, tokenName }: TokenGrant,
      judged: JudgedJoin,
      late: Promise<LateJudgement | null> | null = null,
    ): void {
      if (guildId === null) return
      const join = toJoin(judged, { guildId, tokenId: Number(tokenId), tokenName, at: clock.unixSeconds() })
      queue.add({ join })
      if (late === null) return
      expecting.add(join)
      void late.then((judgement) => {
        if (!expecting.delete(join) || !judgement) return
        // Has an effect only while the join waits. Once it is stored, previews lack the late facts.
        join.facts = judgement.facts
        if (judgement.notices.length > 0) queue.add({ notice: toNotice(join, judgement) })
      })
    },
    /**
     * Drops the waiting joins and notices of an account at a server. Resolves after the running transaction, which may store some of the
     * account.
     */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      const matches = (subject: NewJoin | NewRefusal) => subject.guildId === guildId && subject.steamId === steamId
      for (const join of expecting) if (matches(join)) expecting.delete(join)
      await queue.remove((entry) => matches(subjectOf(entry)))
    },
    close: queue.close,
  }
}

const subjectOf = (entry: Waiting) => ('join' in entry ? entry.join : entry.notice)

function toJoin(
  { verdict: judged, facts }: JudgedJoin,
  origin: Pick<Join, 'guildId' | 'tokenId' | 'tokenName' | 'at'>,
): NewJoin {
  const { steamId, verdict, mode, reasons, policy } = judged
  return {
    ...origin,
    steamId,
    verdict,
    mode,
    version: policy.version,
    reasons: reasons.map((reason) => toJudgedReason(reason, facts, origin.at)),
    facts,
  }
}

const toNotice = ({ guildId, steamId, at, version }: NewJoin, { facts, notices }: LateJudgement): NewRefusal => ({
  guildId,
  steamId,
  at,
  version,
  mode: 'notify',
  reasons: notices.map((reason) => toJudgedReason(reason, facts, at)),
})

function toJudgedReason({ code, value, limit }: Reason, { bans }: Facts, at: number): JudgedReason {
  const isAboutBans = countsBans(code) && bans.kind === 'known'
  return { code, value, limit, ...(isAboutBans && { lastBanDays: lastBanDays(bans, at) }) }
}

/** Stores joins and notices, and counts the refusals among the joins; returns the stored joins. */
async function storeBatch(repositories: PolicyRepositories, batch: readonly Waiting[]): Promise<NewJoin[]> {
  const { policies, joins } = repositories
  // Joins of other servers are dropped. Such a server may have removed the bot since its game server asked; its policy was then deleted.
  const guildIds = await policies.existing([...new Set(batch.map((entry) => subjectOf(entry).guildId))])
  const kept = batch.filter((entry) => guildIds.has(subjectOf(entry).guildId))
  const stored = kept.flatMap((entry) => ('join' in entry ? [entry.join] : []))
  const notices = kept.flatMap((entry) => ('notice' in entry ? [entry.notice] : []))
  await joins.add(stored)
  await noteRefusals(repositories, [...stored.filter(({ verdict }) => verdict === 'deny'), ...notices])
  for (const guildId of guildIds) await joins.trim(guildId, MAX_JOINS)
  return stored
}
