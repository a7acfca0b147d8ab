import type { Knex } from 'knex'
import { createAlertsRepository, type AlertsRepository } from './alerts.ts'
import { createDeliveriesRepository, type DeliveriesRepository } from './deliveries.ts'
import { parkAlertsOf, parkDeliveries, parkOlderThan } from './park-alerts.ts'

/** Alerts, the messages that report them, and what changes both. */
export interface OutboxRepository extends AlertsRepository, DeliveriesRepository {
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
  /** Dissolves all deliveries, and marks all alerts as `restored`; parked ones stay parked. */
  markRestored(): Promise<void>
}

export function createOutboxRepository(db: Knex): OutboxRepository {
  return {
    ...createAlertsRepository(db),
    ...createDeliveriesRepository(db),
    park: (guildId) => parkAlertsOf(db, guildId),
    parkDelivery: (deliveryId) => parkDeliveries(db, [deliveryId]),
    parkOlderThan: (before) => parkOlderThan(db, before),
    async markRestored() {
      await db('alerts').update({ mark: 'restored', delivery_id: null })
      await db('deliveries').delete()
    },
  }
}
