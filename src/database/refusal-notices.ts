import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { PlanLimits } from './deliveries.ts'
import { createAttempts } from './attempts.ts'
import { flagColumn, inChunks, readInsertedId, readRows } from './rows.ts'

/** One Discord message about refusals that is to be sent. Its refusals are fixed before the first attempt. */
export interface RefusalNotice {
  id: number
  guildId: string
  /** The channel of the last attempt, or where the first one is to be made. */
  channelId: string
  /** Whether it lists its refusals instead of showing one. */
  isDigest: boolean
  /** At most 25 characters; Discord sends a message with the same nonce once. */
  nonce: string
  createdAt: number
  /** When an attempt whose outcome is unknown was first made; null without one. */
  uncertainSince: number | null
  attempts: number
  nextAttemptAt: number
}

export interface RefusalNoticesRepository {
  /** Stores a notice, due at once, with those of the refusals that belong to no notice. */
  plan(
    notice: Pick<RefusalNotice, 'guildId' | 'channelId' | 'isDigest' | 'nonce' | 'createdAt'>,
    refusalIds: readonly number[],
  ): Promise<void>
  /** Notices whose next attempt is due, oldest first. */
  due(now: number, limit: number): Promise<RefusalNotice[]>
  /**
   * Notes, before it is made, that an attempt is made in this channel, whose outcome is unknown until it is reported. False when
   * the notice does not exist any more, or another attempt was begun since it was read; then it must not be made.
   */
  beginAttempt(notice: Pick<RefusalNotice, 'id' | 'attempts' | 'channelId'>, now: number): Promise<boolean>
  /** Reports an attempt that failed: `isUncertain` when Discord may have accepted it. */
  retryLater(noticeId: number, nextAttemptAt: number, isUncertain: boolean): Promise<void>
  /** Deletes a notice that was sent, or is given up, at `at`; its refusals are not due again. */
  complete(noticeId: number, at: number): Promise<void>
  /** Gives up, at `at`, notices created before `before`; returns how many. */
  giveUpOlderThan(before: number, at: number): Promise<number>
  /** Deletes the unsent notices of a server; their refusals are due again. */
  dissolve(guildId: string): Promise<void>
  /** The same for all servers. */
  dissolveAll(): Promise<void>
}

const noticeSchema = z
  .object({
    id: z.int(),
    guildId: z.string(),
    channelId: z.string(),
    isDigest: flagColumn,
    nonce: z.string(),
    createdAt: unixSecondsSchema,
    uncertainSince: unixSecondsSchema.nullable(),
    attemptStartedAt: unixSecondsSchema.nullable(),
    attempts: z.int(),
    nextAttemptAt: unixSecondsSchema,
  })
  // An attempt that was not reported ended with the process.
  .transform(({ attemptStartedAt, ...notice }) => ({
    ...notice,
    uncertainSince: notice.uncertainSince ?? attemptStartedAt,
  }))

const NOTICE_COLUMNS = {
  id: 'id',
  guildId: 'guild_id',
  channelId: 'channel_id',
  isDigest: 'is_digest',
  nonce: 'nonce',
  createdAt: 'created_at',
  uncertainSince: 'uncertain_since',
  attemptStartedAt: 'attempt_started_at',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
}

export function createRefusalNoticesRepository(db: Knex): RefusalNoticesRepository {
  const attempts = createAttempts(db, 'refusal_notices')
  return {
    plan: (notice, refusalIds) => plan(db, notice, refusalIds),

    due: async (now, limit) =>
      readRows('refusal_notices', noticeSchema, await attempts.due(now, limit).select(NOTICE_COLUMNS)),
    beginAttempt: attempts.beginAttempt,
    retryLater: attempts.retryLater,

    complete: (noticeId, at) => complete(db, noticeId, at),

    async giveUpOlderThan(before, at) {
      const old = await db('refusal_notices').where('created_at', '<', before).pluck<number[]>('id')
      for (const noticeId of old) await complete(db, noticeId, at)
      return old.length
    },

    async dissolve(guildId) {
      await db('refusal_notices').where('guild_id', guildId).delete()
    },

    async dissolveAll() {
      await db('refusal_notices').delete()
    },
  }
}

/** Selects the servers for which no further notice may be planned now. */
export function guildsWithNotices(db: Knex, { failingSince, maxDeliveries }: PlanLimits): Knex.QueryBuilder {
  const full = db('refusal_notices').groupBy('guild_id').havingRaw('count(*) >= ?', [maxDeliveries]).select('guild_id')
  return (
    db('refusal_notices')
      // Later ones were created before the clock was set back.
      .whereBetween('created_at', [failingSince + 1, failingSince + MAX_AHEAD_SECONDS])
      .orWhere('attempts', 0)
      .orWhereIn('guild_id', full)
      .select('guild_id')
  )
}

/** Deletes notices whose refusals were all deleted; there is nothing left to send. */
export async function deleteEmptyNotices(db: Knex): Promise<void> {
  const used = db('refusals').whereNotNull('notice_id').select('notice_id')
  await db('refusal_notices').whereNotIn('id', used).delete()
}

async function complete(db: Knex, noticeId: number, at: number): Promise<void> {
  await db('refusals').where('notice_id', noticeId).update({ told_at: at, notice_id: null })
  await db('refusal_notices').where('id', noticeId).delete()
}

async function plan(
  db: Knex,
  { guildId, channelId, isDigest, nonce, createdAt }: Parameters<RefusalNoticesRepository['plan']>[0],
  refusalIds: readonly number[],
): Promise<void> {
  const inserted: unknown = await db('refusal_notices')
    .insert({
      guild_id: guildId,
      channel_id: channelId,
      is_digest: isDigest,
      nonce,
      created_at: createdAt,
      next_attempt_at: createdAt,
    })
    .returning('id')
  const noticeId = readInsertedId(inserted)
  const planned = await inChunks(refusalIds, (chunk) =>
    db('refusals')
      .whereIn('id', chunk)
      .where({ guild_id: guildId, notice_id: null, told_at: null })
      .update({ notice_id: noticeId }),
  )
  // There is nothing to send when all refusals were deleted since they were read.
  if (planned.every((count) => count === 0)) await db('refusal_notices').where('id', noticeId).delete()
}
