import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { banChangeSchema, type BanChange } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import { deleteEmptyDeliveries } from './deliveries.ts'
import { parkAlertsOf, parkDeliveries, parkOlderThan } from './park-alerts.ts'
import { flagColumn, inChunks, jsonColumn, readInsertedId, readRows } from './rows.ts'

const DIGEST_MARKS = ['parked', 'uncertain', 'restored'] as const

/**
 * Why an alert was held back: `parked` without a usable channel, `uncertain` when it was parked after an attempt to send it whose
 * outcome is unknown, `restored` when it waited at the end of the first sweep after a restore. It is sent in a digest that says
 * so.
 */
export type DigestMark = (typeof DIGEST_MARKS)[number]

/** A change that one Discord server has to be alerted of; stored in the transaction that stores the change. */
export interface Alert {
  id: number
  guildId: string
  steamId: SteamId
  /** The observation that it reports; a server gets one alert for each observation. */
  observationId: number
  createdAt: number
  changes: BanChange[]
  /** The entry of the watch list when the change was seen. */
  addedBy: string
  addedAt: number
  reason: string
  /** The gravest reason why it was held back, `restored` before `uncertain` before `parked`; null when it never was. */
  mark: DigestMark | null
}

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

export interface OutboxRepository {
  /** Adds an alert, unless the server has one about the same observation. */
  add(alert: Omit<Alert, 'id' | 'mark'>): Promise<void>
  /** Servers that have alerts which are neither parked nor planned, and whose deliveries, if any, are all failing for long, and few. */
  guildsToPlan(limits: PlanLimits): Promise<string[]>
  /** How many deliveries a server has. */
  deliveryCount(guildId: string): Promise<number>
  /** The alerts of a server that belong to no delivery and are not parked, oldest first. */
  unplanned(guildId: string): Promise<Alert[]>
  /** Stores a delivery, due at once, with those of the alerts that are still unplanned. */
  plan(
    delivery: Pick<Delivery, 'guildId' | 'channelId' | 'isDigest' | 'mark' | 'nonce' | 'createdAt'>,
    alertIds: readonly number[],
  ): Promise<void>
  /** Deliveries whose next attempt is due, oldest first. */
  due(now: number, limit: number): Promise<Delivery[]>
  alertsOf(deliveryId: number): Promise<Alert[]>
  /**
   * Notes, before it is made, that an attempt is made in this channel, whose outcome is unknown until it is reported. False when
   * the delivery does not exist any more, or another attempt was begun since it was read; then it must not be made.
   */
  beginAttempt(delivery: Pick<Delivery, 'id' | 'attempts' | 'channelId'>, now: number): Promise<boolean>
  /** Reports an attempt that failed: `isUncertain` when Discord may have accepted it. */
  retryLater(deliveryId: number, nextAttemptAt: number, isUncertain: boolean): Promise<void>
  /** Deletes a delivered message and its alerts. */
  complete(deliveryId: number): Promise<void>
  /**
   * Dissolves the deliveries of a server and parks all its alerts, marked as `uncertain` after an attempt that may have reached
   * Discord: one not reported, or reported as uncertain.
   */
  park(guildId: string): Promise<void>
  /** The same for the alerts of one delivery. */
  parkDelivery(deliveryId: number): Promise<void>
  /**
   * Parks alerts created before `before`, with all alerts of their deliveries, which are dissolved. Alerts that were held back
   * are parked again only when their delivery was created before `before`.
   */
  parkOlderThan(before: number): Promise<void>
  /** Lets the parked alerts of a server be planned again; returns how many there are. */
  unpark(guildId: string): Promise<number>
  /** Deletes the alerts of a server about an account, and deliveries without any alert left. */
  forget(guildId: string, steamId: SteamId): Promise<void>
  /** Dissolves all deliveries, and marks all alerts as `restored`; parked ones stay parked. */
  markRestored(): Promise<void>
  /** How many alerts of a server wait for delivery, and how many are parked. */
  counts(guildId: string): Promise<{ waiting: number; parked: number }>
  countsOfAll(): Promise<{ waiting: number; parked: number }>
}

const alertSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  steamId: z.string(),
  observationId: z.int(),
  createdAt: unixSecondsSchema,
  changes: jsonColumn(z.array(banChangeSchema)),
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
  mark: z.enum(DIGEST_MARKS).nullable(),
})

const ALERT_COLUMNS = {
  id: 'id',
  guildId: 'guild_id',
  steamId: 'steam_id',
  observationId: 'observation_id',
  createdAt: 'created_at',
  changes: 'changes',
  addedBy: 'added_by',
  addedAt: 'added_at',
  reason: 'reason',
  mark: 'mark',
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

export function createOutboxRepository(db: Knex): OutboxRepository {
  return { ...createAlertMethods(db), ...createDeliveryMethods(db), ...createParkingMethods(db) }
}

const countSchema = z.object({ count: z.coerce.number() })
const parkedCountSchema = countSchema.extend({ isParked: flagColumn })

function createAlertMethods(
  db: Knex,
): Pick<OutboxRepository, 'add' | 'unplanned' | 'alertsOf' | 'forget' | 'counts' | 'countsOfAll'> {
  const readAlerts = (rows: unknown) => readRows('alerts', alertSchema, rows)
  const count = async (alerts: Knex.QueryBuilder) => {
    const rows: unknown = await alerts.groupBy('is_parked').select({ isParked: 'is_parked' }).count({ count: '*' })
    const counts = readRows('alerts', parkedCountSchema, rows)
    const countOf = (parked: boolean) => counts.find(({ isParked }) => isParked === parked)?.count ?? 0
    return { waiting: countOf(false), parked: countOf(true) }
  }
  return {
    async add(alert) {
      await db('alerts').insert(toRow(alert)).onConflict(['guild_id', 'observation_id']).ignore()
    },

    async unplanned(guildId) {
      const waiting = db('alerts').where({ guild_id: guildId, delivery_id: null, is_parked: false })
      return readAlerts(await waiting.orderBy(['created_at', 'id']).select(ALERT_COLUMNS))
    },

    async alertsOf(deliveryId) {
      const alerts = db('alerts').where('delivery_id', deliveryId)
      return readAlerts(await alerts.orderBy(['created_at', 'id']).select(ALERT_COLUMNS))
    },

    async forget(guildId, steamId) {
      await db('alerts').where({ guild_id: guildId, steam_id: steamId }).delete()
      await deleteEmptyDeliveries(db)
    },

    counts: (guildId) => count(db('alerts').where('guild_id', guildId)),
    countsOfAll: () => count(db('alerts')),
  }
}

function createDeliveryMethods(
  db: Knex,
): Pick<
  OutboxRepository,
  'guildsToPlan' | 'deliveryCount' | 'plan' | 'due' | 'beginAttempt' | 'retryLater' | 'complete'
> {
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
      const rows: unknown = await db('deliveries').where('guild_id', guildId).count({ count: '*' })
      return readRows('deliveries', countSchema, rows)[0]?.count ?? 0
    },

    plan: (delivery, alertIds) => plan(db, delivery, alertIds),

    async due(now, limit) {
      const rows: unknown = await db('deliveries')
        .where('next_attempt_at', '<=', now)
        .orWhere('next_attempt_at', '>', now + MAX_AHEAD_SECONDS)
        .orderBy(['next_attempt_at', 'id'])
        .limit(limit)
        .select(DELIVERY_COLUMNS)
      return readRows('deliveries', deliverySchema, rows)
    },

    async beginAttempt({ id, attempts, channelId }, now) {
      const begun = await db('deliveries')
        .where({ id, attempts })
        .update({
          attempts: attempts + 1,
          channel_id: channelId,
          uncertain_since: db.raw('coalesce(uncertain_since, attempt_started_at)'),
          attempt_started_at: now,
        })
      return begun === 1
    },

    async retryLater(deliveryId, nextAttemptAt, isUncertain) {
      await db('deliveries')
        .where('id', deliveryId)
        .update({
          next_attempt_at: nextAttemptAt,
          ...(isUncertain && { uncertain_since: db.raw('coalesce(uncertain_since, attempt_started_at)') }),
          attempt_started_at: null,
        })
    },

    async complete(deliveryId) {
      await db('alerts').where('delivery_id', deliveryId).delete()
      await db('deliveries').where('id', deliveryId).delete()
    },
  }
}

function createParkingMethods(
  db: Knex,
): Pick<OutboxRepository, 'park' | 'parkDelivery' | 'parkOlderThan' | 'unpark' | 'markRestored'> {
  return {
    park: (guildId) => parkAlertsOf(db, guildId),
    parkDelivery: (deliveryId) => parkDeliveries(db, [deliveryId]),
    parkOlderThan: (before) => parkOlderThan(db, before),
    unpark: async (guildId) => db('alerts').where({ guild_id: guildId, is_parked: true }).update({ is_parked: false }),
    async markRestored() {
      await db('alerts').update({ mark: 'restored', delivery_id: null })
      await db('deliveries').delete()
    },
  }
}

async function plan(
  db: Knex,
  { guildId, channelId, isDigest, mark, nonce, createdAt }: Parameters<OutboxRepository['plan']>[0],
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

function toRow(alert: Omit<Alert, 'id' | 'mark'>) {
  return {
    guild_id: alert.guildId,
    steam_id: alert.steamId,
    observation_id: alert.observationId,
    created_at: alert.createdAt,
    changes: JSON.stringify(alert.changes),
    added_by: alert.addedBy,
    added_at: alert.addedAt,
    reason: alert.reason,
  }
}
