import { countsBans } from '../model/policy.ts'
import type { Database } from '../database/database.ts'
import type { PolicyRepositories } from './database/repositories.ts'
import type { Join } from './database/joins.ts'
import type { Clock } from '../lib/clock.ts'
import type { Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { JudgedReason, Verdict } from '../model/verdict.ts'
import { pauseAfter } from '../lib/repeat.ts'
import { lastBanDays } from '../accounts/to-facts.ts'
import { MAX_JOINS } from './kept-joins.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import { noteRefusals } from './refusals.ts'

const JOINS_PER_TRANSACTION = 200
/** Number of failed attempts to store a batch of joins after which the batch is dropped. */
const MAX_FAILURES = 5

/** A player whom a game server asked about, and the answer. */
export interface JudgedJoin {
  verdict: Verdict
  /** The facts that the verdict is based on. */
  facts: Facts
}

export interface JoinRecorderOptions<Repositories extends PolicyRepositories = PolicyRepositories> {
  database: Pick<Database<Repositories>, 'transaction'>
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  /** Called with failures of the database; storing the joins is then tried again, but only a few times. */
  onError: (error: unknown) => void
  /** Called with the number of joins that were dropped because the queue is full or the database fails. */
  onDropped: (count: number) => void
  /** Called in the transaction that has stored these joins; when it rejects, they are not stored. */
  onStored: (repositories: Repositories, joins: readonly Omit<Join, 'id'>[]) => Promise<void>
  /** How long joins are collected for one transaction, milliseconds. */
  collectMs?: number
  /** Maximum number of joins that wait to be stored. */
  maxWaiting?: number
}

/**
 * Creates a recorder that stores the joins of Discord servers' policies. `record` returns at once and never throws. Accounts that were
 * refused, or would have been, are counted for the messages about refusals.
 */
export function createJoinRecorder<Repositories extends PolicyRepositories>(
  options: JoinRecorderOptions<Repositories>,
) {
  const { database, clock, onError, onDropped, onStored, collectMs = 1_000, maxWaiting = 5_000 } = options
  let waiting: Omit<Join, 'id'>[] = []
  let failures = 0
  let dropped = 0
  let transaction: Promise<void> | undefined
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
        transaction = database.transaction(async (repositories) =>
          onStored(repositories, await storeJoins(repositories, batch)),
        )
        await transaction
        failures = 0
      } catch (error) {
        onError(error)
        if (++failures < MAX_FAILURES) return
        drop(batch.length)
        failures = 0
      }
      const done = new Set(batch)
      waiting = waiting.filter((join) => !done.has(join))
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
    record({ guildId, tokenId, tokenName }: TokenGrant, judged: JudgedJoin): void {
      if (guildId === null) return
      if (waiting.length >= maxWaiting) {
        drop(1)
        return
      }
      waiting.push(toJoin(judged, { guildId, tokenId: Number(tokenId), tokenName, at: clock.unixSeconds() }))
      schedule()
    },
    /** Drops the waiting joins of an account at a server. Resolves after the running transaction, which may store joins of the account. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      waiting = waiting.filter((join) => join.guildId !== guildId || join.steamId !== steamId)
      await transaction?.catch(() => {})
    },
    /** Stores the waiting joins; joins that are recorded later are lost. Resolves to the number of joins that could not be stored. */
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
): Omit<Join, 'id'> {
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

function toJudgedReason({ code, value, limit }: Verdict['reasons'][number], { bans }: Facts, at: number): JudgedReason {
  const isAboutBans = countsBans(code) && bans.kind === 'known'
  return { code, value, limit, ...(isAboutBans && { lastBanDays: lastBanDays(bans, at) }) }
}

/** Stores joins and counts the refusals among them; returns the stored joins. */
async function storeJoins(
  repositories: PolicyRepositories,
  batch: readonly Omit<Join, 'id'>[],
): Promise<Omit<Join, 'id'>[]> {
  const { policies, joins } = repositories
  // Joins of other servers are dropped. Such a server may have removed the bot since its game server asked; its policy was then deleted.
  const guildIds = await policies.existing([...new Set(batch.map(({ guildId }) => guildId))])
  const stored = batch.filter(({ guildId }) => guildIds.has(guildId))
  await joins.add(stored)
  await noteRefusals(
    repositories,
    stored.filter(({ verdict }) => verdict === 'deny'),
  )
  for (const guildId of guildIds) await joins.trim(guildId, MAX_JOINS)
  return stored
}
