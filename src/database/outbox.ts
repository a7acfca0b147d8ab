import type { BanChange } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'

/**
 * Why an alert was held back: `parked` without a usable channel, `uncertain` when it was parked after an attempt to send it whose
 * outcome is unknown, `restored` when it waited at the end of the first sweep after a restore. It is sent in a digest that says
 * so.
 */
export type DigestMark = 'parked' | 'uncertain' | 'restored'

/** A change that one Discord server is to be told; stored in the transaction that stores the change. */
export interface Alert {
  id: number
  guildId: string
  steamId: SteamId
  /** The observation that it reports; a server is told each observation once. */
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

export interface OutboxRepository {
  add(alert: Omit<Alert, 'id' | 'mark'>): Promise<void>
  /** Servers without deliveries that have alerts which are not parked. */
  guildsToPlan(): Promise<string[]>
  /** The alerts of a server that belong to no delivery and are not parked, oldest first. */
  unplanned(guildId: string): Promise<Alert[]>
  /** Stores a delivery with its alerts. */
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
  /** Dissolves the deliveries of a server and parks all its alerts, marked as `uncertain` where an attempt was. */
  park(guildId: string): Promise<void>
  /** The same for the alerts of one delivery. */
  parkDelivery(deliveryId: number): Promise<void>
  /** Parks alerts created before `before`, and dissolves their deliveries. */
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
