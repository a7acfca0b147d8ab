import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import { DIGEST_MARKS, type DigestMark } from './alerts.ts'
import { createAttempts } from './attempts.ts'
import { flagColumn, inChunks, readCount, readInsertedId, readRows } from './rows.ts'

/** One Discord message that is to be sent. Its alerts are fixed before the first attempt. */
export interface Delivery {
  id: number
  guildId: string
  /** The channel of the last attempt, or where the first one is to be made. */
  channelId: string
  /** Whether it lists its alerts instead of showing one. */
  isDigest: boolean
  /** The gravest mark of its alerts. */
  mark: DigestMark | null
  /** At most 25 characters; Discord sends a message with the same nonce once. */
  nonce: string
  createdAt: number
  /** When an attempt whose outcome is unknown was first made; null without one. */
  uncertainSince: number | null
  attempts: number
  nextAttemptAt: number
}

/** When more messages of a server may be planned although it has unsent ones. */
export interface PlanLimits {
  /** All of them were created earlier than this, and attempted. */
  failingSince: number
  /** It has fewer of them. */
  maxDeliveries: number
}

export interface DeliveriesRepository {
  /** Servers that have alerts which are neither parked nor planned, and whose deliveries, if any, are all failing for long, and few. */
  guildsToPlan(limits: PlanLimits): Promise<string[]>
  /** How many deliveries a server has. */
  deliveryCount(guildId: string): Promise<number>
  /** Stores a delivery, due at once, with those of the alerts that are still unplanned. */
  plan(
    delivery: Pick<Delivery, 'guildId' | 'channelId' | 'isDigest' | 'mark' | 'nonce' | 'createdAt'>,
    alertIds: readonly number[],
  ): Promise<void>
  /** Deliveries whose next attempt is due, oldest first. */
  due(now: number, limit: number): Promise<Delivery[]>
  /**
   * Notes, before it is made, that an attempt is made in this channel, whose outcome is unknown until it is reported. False when
   * the delivery does not exist any more, or another attempt was begun since it was read; then it must not be made.
   */
  beginAttempt(delivery: Pick<Delivery, 'id' | 'attempts' | 'channelId'>, now: number): Promise<boolean>
  /** Reports an attempt that failed: `isUncertain` when Discord may have accepted it. */
  retryLater(deliveryId: number, nextAttemptAt: number, isUncertain: boolean): Promise<void>
  /** Deletes a delivered message and its alerts. */
  complete(deliveryId: number): Promise<void>
}

const deliverySchema = z
  .object({
    id: z.int(),
    guildId: z.string(),
    channelId: z.string(),
    isDigest: flagColumn,
    mark: z.enum(DIGEST_MARKS).nullable(),
    nonce: z.string(),
    createdAt: unixSecondsSchema,
    uncertainSince: unixSecondsSchema.nullable(),
    attemptStartedAt: unixSecondsSchema.nullable(),
    attempts: z.int(),
    nextAttemptAt: unixSecondsSchema,
  })
  // An attempt that was not reported ended with the process.
  .transform(({ attemptStartedAt, ...delivery }) => ({
    ...delivery,
    uncertainSince: delivery.uncertainSince ?? attemptStartedAt,
  }))

const DELIVERY_COLUMNS = {
  id: 'id',
  guildId: 'guild_id',
  channelId: 'channel_id',
  isDigest: 'is_digest',
  mark: 'mark',
  nonce: 'nonce',
  createdAt: 'created_at',
  uncertainSince: 'uncertain_since',
  attemptStartedAt: 'attempt_started_at',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
}

export function createDeliveriesRepository(db: Knex): DeliveriesRepository {
  const attempts = createAttempts(db, 'deliveries')
  return {
    guildsToPlan: async ({ failingSince, maxDeliveries }) => {
      const fresh = db('deliveries')
        // Later ones were created before the clock was set back.
        .whereBetween('created_at', [failingSince + 1, failingSince + MAX_AHEAD_SECONDS])
        .orWhere('attempts', 0)
        .select('guild_id')
      const full = db('deliveries').groupBy('guild_id').havingRaw('count(*) >= ?', [maxDeliveries]).select('guild_id')
      return db('alerts')
        .where({ delivery_id: null, is_parked: false })
        .whereNotIn('guild_id', fresh)
        .whereNotIn('guild_id', full)
        .distinct()
        .pluck<string[]>('guild_id')
    },

    async deliveryCount(guildId) {
      return readCount(await db('deliveries').where('guild_id', guildId).count({ count: '*' }))
    },

    plan: (delivery, alertIds) => plan(db, delivery, alertIds),

    due: async (now, limit) =>
      readRows('deliveries', deliverySchema, await attempts.due(now, limit).select(DELIVERY_COLUMNS)),
    beginAttempt: attempts.beginAttempt,
    retryLater: attempts.retryLater,

    async complete(deliveryId) {
      await db('alerts').where('delivery_id', deliveryId).delete()
      await db('deliveries').where('id', deliveryId).delete()
    },
  }
}

async function plan(
  db: Knex,
  { guildId, channelId, isDigest, mark, nonce, createdAt }: Parameters<DeliveriesRepository['plan']>[0],
  alertIds: readonly number[],
): Promise<void> {
  const inserted: unknown = await db('deliveries')
    .insert({
      guild_id: guildId,
      channel_id: channelId,
      is_digest: isDigest,
      mark,
      nonce,
      created_at: createdAt,
      next_attempt_at: createdAt,
    })
    .returning('id')
  const deliveryId = readInsertedId(inserted)
  const planned = await inChunks(alertIds, (chunk) =>
    db('alerts')
      .whereIn('id', chunk)
      .where({ guild_id: guildId, delivery_id: null, is_parked: false })
      .update({ delivery_id: deliveryId }),
  )
  // There is nothing to send when all alerts were deleted or parked since they were read.
  if (planned.every((count) => count === 0)) await db('deliveries').where('id', deliveryId).delete()
}
