import { countsBans } from '../model/policy.ts'
import type { Database } from '../database/database.ts'
import type { PolicyRepositories } from './database/repositories.ts'
import type { Join } from './database/joins.ts'
import type { Clock } from '../lib/clock.ts'
import { pauseAfter } from '../lib/repeat.ts'
import type { Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedReason, Verdict } from '../model/verdict.ts'
import { lastBanDays } from '../accounts/to-facts.ts'
import type { Reason } from './judge.ts'
import { MAX_JOINS } from './retention.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import { noteRefusals } from './refusals.ts'

const JOINS_PER_TRANSACTION = 200
/** Number of failed attempts to store joins after which they are dropped. */
const MAX_FAILURES = 5

type NewJoin = Omit<Join, 'id'>

/** A join, and the notifying rules that the account violates. */
interface WaitingJoin {
  join: NewJoin
  notices: Reason[]
}

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

export interface JoinRecorderOptions<Repositories extends PolicyRepositories = PolicyRepositories> {
  database: Pick<Database<Repositories>, 'transaction'>
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  /** Called with failures of the database; joins are then stored later, but only a few attempts are made. */
  onError: (error: unknown) => void
  /** Called with the number of joins that were dropped because too many wait or they cannot be stored. */
  onDropped: (count: number) => void
  /** Called in the transaction that has stored these joins; when it rejects, they are not stored. */
  onStored: (repositories: Repositories, joins: readonly NewJoin[]) => Promise<void>
  /** How long joins are collected for one transaction, milliseconds. */
  collectMs?: number
  /** Maximum number of joins that wait to be stored. */
  maxWaiting?: number
}

/**
 * Creates a recorder that stores the joins of Discord servers' policies together, in transactions of their own. Accounts that were refused, or
 * would have been, and those that a rule reports are counted for the messages about them.
 */
export function createJoinRecorder<Repositories extends PolicyRepositories>(
  options: JoinRecorderOptions<Repositories>,
) {
  const { database, clock, onStored } = options
  const queue = createJoinQueue(options, (batch) =>
    database.transaction(async (repositories) => onStored(repositories, await storeJoins(repositories, batch))),
  )
  /** The joins whose late judgement is expected. */
  const expecting = new Map<NewJoin, Promise<void>>()
  return {
    /** Records a join together with what becomes known after the answer. Returns at once and never throws; `late` must not reject. */
    record(
      { guildId, tokenId, tokenName }: TokenGrant,
      judged: JudgedJoin,
      late: Promise<LateJudgement | null> | null = null,
    ): void {
      if (guildId === null) return
      const join = toJoin(judged, { guildId, tokenId, tokenName, at: clock.unixSeconds() })
      if (late === null) return queue.add({ join, notices: [] })
      const judging = late.then((judgement) => {
        if (!expecting.delete(join)) return
        queue.add({ join: { ...join, facts: judgement?.facts ?? join.facts }, notices: judgement?.notices ?? [] })
      })
      expecting.set(join, judging)
    },
    /** Drops the waiting joins of an account at a server. Resolves when no more are being stored. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      const matches = (join: NewJoin) => join.guildId === guildId && join.steamId === steamId
      for (const join of expecting.keys()) if (matches(join)) expecting.delete(join)
      await queue.remove(({ join }) => matches(join))
    },
    /**
     * Stores the waiting joins, once their late judgements are known; joins that are recorded later are lost. Resolves to the number of joins
     * that could not be stored.
     */
    async close(): Promise<number> {
      for (const judging of expecting.values()) await judging
      return queue.close()
    },
  }
}

/** Creates a queue of joins, which `storeBatch` stores in their order. */
function createJoinQueue(
  options: Pick<JoinRecorderOptions, 'clock' | 'onError' | 'onDropped' | 'collectMs' | 'maxWaiting'>,
  storeBatch: (batch: readonly WaitingJoin[]) => Promise<void>,
) {
  const { clock, onError, onDropped, collectMs = 1_000, maxWaiting = 5_000 } = options
  let waiting: WaitingJoin[] = []
  let failures = 0
  let dropped = 0
  let storing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const drop = (count: number) => {
    dropped += count
    onDropped(count)
  }
  const storeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, JOINS_PER_TRANSACTION)
      try {
        await storeBatch(batch)
      } catch (error) {
        onError(error)
        if (++failures < MAX_FAILURES) return
        drop(batch.length)
      }
      failures = 0
      waiting = waiting.filter((entry) => !batch.includes(entry))
    }
  }
  const store = (): Promise<void> => {
    cancelTimer?.()
    cancelTimer = undefined
    storing ??= storeAll().finally(() => {
      storing = undefined
      if (waiting.length > 0) schedule()
    })
    return storing
  }
  const schedule = () => {
    if (storing) return
    cancelTimer ??= clock.setTimer(failures === 0 ? collectMs : pauseAfter(failures), () => void store())
  }
  return {
    add(join: WaitingJoin): void {
      if (waiting.length >= maxWaiting) return drop(1)
      waiting.push(join)
      schedule()
    },
    /** Drops waiting joins. Resolves when no joins are being stored. */
    async remove(matches: (join: WaitingJoin) => boolean): Promise<void> {
      waiting = waiting.filter((entry) => !matches(entry))
      await storing
    },
    /** Stores the waiting joins; resolves to the number of those that could not be stored. */
    async close(): Promise<number> {
      const droppedBefore = dropped
      await storing
      await store()
      cancelTimer?.()
      if (waiting.length > 0) drop(waiting.length)
      return dropped - droppedBefore
    },
  }
}

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
    reasons: toJudgedReasons(reasons, facts, origin.at),
    facts,
  }
}

const toJudgedReasons = (reasons: readonly Reason[], { bans }: Facts, at: number): JudgedReason[] =>
  reasons.map(({ code, value, limit }) => {
    const isAboutBans = countsBans(code) && bans.kind === 'known'
    return { code, value, limit, ...(isAboutBans && { lastBanDays: lastBanDays(bans, at) }) }
  })

/** Stores joins, and counts the refusals and notices among them; returns the stored joins. */
async function storeJoins(repositories: PolicyRepositories, batch: readonly WaitingJoin[]): Promise<NewJoin[]> {
  const { policies, joins } = repositories
  // Joins of other servers are dropped. Such a server may have removed the bot since its game server asked; its policy was then deleted.
  const guildIds = await policies.existing([...new Set(batch.map(({ join }) => join.guildId))])
  const kept = batch.filter(({ join }) => guildIds.has(join.guildId))
  const stored = kept.map(({ join }) => join)
  const notices = kept
    .filter((entry) => entry.notices.length > 0)
    .map(({ join, notices: reasons }) => ({
      ...join,
      mode: 'notify' as const,
      reasons: toJudgedReasons(reasons, join.facts, join.at),
    }))
  await joins.add(stored)
  await noteRefusals(repositories, [...stored.filter(({ verdict }) => verdict === 'deny'), ...notices])
  for (const guildId of guildIds) await joins.trim(guildId, MAX_JOINS)
  return stored
}
