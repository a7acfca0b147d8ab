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
import { noteRefusals, type NewRefusal } from './refusals.ts'

const ENTRIES_PER_TRANSACTION = 200
/** Number of failed attempts to store entries after which they are dropped. */
const MAX_FAILURES = 5

type NewJoin = Omit<Join, 'id'>

/** A join, or a notice about an earlier one, that waits to be stored. */
type Waiting = { join: NewJoin } | { notice: NewRefusal }

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
  /** Called with the number of joins and notices that were dropped because too many wait or they cannot be stored. */
  onDropped: (count: number) => void
  /** Called in the transaction that has stored these joins; when it rejects, they are not stored. */
  onStored: (repositories: Repositories, joins: readonly NewJoin[]) => Promise<void>
  /** How long joins are collected for one transaction, milliseconds. */
  collectMs?: number
  /** Maximum number of joins and notices that wait to be stored. */
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
  const queue = createQueue(options, (batch) =>
    database.transaction(async (repositories) => onStored(repositories, await storeBatch(repositories, batch))),
  )
  /** The joins whose late judgement is expected. */
  const expecting = new Map<NewJoin, Promise<void>>()
  return {
    /** Records a join and, when it arrives, what becomes known after the answer. Returns at once and never throws; `late` must not reject. */
    record(
      { guildId, tokenId, tokenName }: TokenGrant,
      judged: JudgedJoin,
      late: Promise<LateJudgement | null> | null = null,
    ): void {
      if (guildId === null) return
      const join = toJoin(judged, { guildId, tokenId, tokenName, at: clock.unixSeconds() })
      queue.add({ join })
      if (late === null) return
      const judging = late.then((judgement) => {
        if (!expecting.delete(join) || !judgement) return
        // Has an effect only while the join waits. Once it is stored, previews lack the late facts.
        join.facts = judgement.facts
        if (judgement.notices.length > 0) queue.add({ notice: toNotice(join, judgement.notices) })
      })
      expecting.set(join, judging)
    },
    /** Drops the waiting joins and notices of an account at a server. Resolves when no more are being stored. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      const matches = (subject: NewJoin | NewRefusal) => subject.guildId === guildId && subject.steamId === steamId
      for (const join of expecting.keys()) if (matches(join)) expecting.delete(join)
      await queue.remove((entry) => matches(subjectOf(entry)))
    },
    /**
     * Stores the waiting joins and their notices, once the late judgements are known; joins that are recorded later are lost. Resolves to the
     * number of joins and notices that could not be stored.
     */
    async close(): Promise<number> {
      for (const judging of expecting.values()) await judging
      return queue.close()
    },
  }
}

const subjectOf = (entry: Waiting) => ('join' in entry ? entry.join : entry.notice)

/** Creates a queue of joins and notices, which `storeBatch` stores in their order. */
function createQueue(
  options: Pick<JoinRecorderOptions, 'clock' | 'onError' | 'onDropped' | 'collectMs' | 'maxWaiting'>,
  storeBatch: (batch: readonly Waiting[]) => Promise<void>,
) {
  const { clock, onError, onDropped, collectMs = 1_000, maxWaiting = 5_000 } = options
  let waiting: Waiting[] = []
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
      const batch = waiting.slice(0, ENTRIES_PER_TRANSACTION)
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
    add(entry: Waiting): void {
      if (waiting.length >= maxWaiting) return drop(1)
      waiting.push(entry)
      schedule()
    },
    /** Drops waiting entries. Resolves when none are being stored. */
    async remove(matches: (entry: Waiting) => boolean): Promise<void> {
      waiting = waiting.filter((entry) => !matches(entry))
      await storing
    },
    /** Stores the waiting entries; resolves to the number of those that could not be stored. */
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

const toNotice = ({ guildId, steamId, at, version, facts }: NewJoin, notices: readonly Reason[]): NewRefusal => ({
  guildId,
  steamId,
  at,
  version,
  mode: 'notify',
  reasons: toJudgedReasons(notices, facts, at),
})

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
