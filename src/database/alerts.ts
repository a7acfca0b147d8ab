import type { Knex } from 'knex'
import { z } from 'zod'
import { banChangeSchema, type BanChange } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import { deleteEmptyDeliveries } from './empty-deliveries.ts'
import { flagColumn, jsonColumn, readRows } from './rows.ts'

export const DIGEST_MARKS = ['parked', 'uncertain', 'restored'] as const

/**
 * Why an alert was held back: `parked` without a usable channel, `uncertain` when it was parked after an attempt to send it whose
 * outcome is unknown, `restored` when it waited at the end of the first sweep after a restore, or is about a time before. It is
 * sent in a digest that says so.
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

/** An alert before it is stored; without a mark unless it has one from the start. */
type NewAlert = Omit<Alert, 'id' | 'mark'> & Partial<Pick<Alert, 'mark'>>

export interface AlertsRepository {
  /** Adds an alert, unless the server has one about the same observation. */
  add(alert: NewAlert): Promise<void>
  /** The alerts of a server that belong to no delivery and are not parked, oldest first. */
  unplanned(guildId: string): Promise<Alert[]>
  alertsOf(deliveryId: number): Promise<Alert[]>
  /** Lets the parked alerts of a server be planned again; returns how many there are. */
  unpark(guildId: string): Promise<number>
  /** Deletes the alerts of a server about an account, and deliveries without any alert left. */
  forget(guildId: string, steamId: SteamId): Promise<void>
  /** How many alerts of a server wait for delivery, and how many are parked. */
  counts(guildId: string): Promise<{ waiting: number; parked: number }>
  countsOfAll(): Promise<{ waiting: number; parked: number }>
  /** When the oldest alert that waits for delivery was created; null without one. */
  oldestWaitingAt(): Promise<number | null>
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

const parkedCountSchema = z.object({ isParked: flagColumn, count: z.coerce.number() })

const oldestSchema = z.object({ oldestAt: unixSecondsSchema.nullable() })

export function createAlertsRepository(db: Knex): AlertsRepository {
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

    unpark: async (guildId) => db('alerts').where({ guild_id: guildId, is_parked: true }).update({ is_parked: false }),

    async forget(guildId, steamId) {
      await db('alerts').where({ guild_id: guildId, steam_id: steamId }).delete()
      await deleteEmptyDeliveries(db)
    },

    counts: (guildId) => count(db('alerts').where('guild_id', guildId)),
    countsOfAll: () => count(db('alerts')),

    async oldestWaitingAt() {
      const rows: unknown = await db('alerts').where('is_parked', false).min({ oldestAt: 'created_at' })
      return readRows('alerts', oldestSchema, rows)[0]?.oldestAt ?? null
    },
  }
}

function toRow(alert: NewAlert) {
  return {
    guild_id: alert.guildId,
    steam_id: alert.steamId,
    observation_id: alert.observationId,
    created_at: alert.createdAt,
    changes: JSON.stringify(alert.changes),
    added_by: alert.addedBy,
    added_at: alert.addedAt,
    reason: alert.reason,
    mark: alert.mark ?? null,
  }
}
