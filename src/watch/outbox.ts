import type { AlertBlock } from '../database/guilds.ts'
import type { Alert } from '../database/alerts.ts'
import type { Delivery } from '../database/deliveries.ts'
import type { Database, Repositories } from '../database/database.ts'
import type { AttemptReport, OutgoingMessage } from '../outbox/outgoing-message.ts'
import { usableChannelOf } from '../outbox/usable-channel.ts'
import { isHeld } from '../outbox/restored.ts'

export type { Alert, DigestMark } from '../database/alerts.ts'

/** A message whose next attempt is due. */
export type DueDelivery = OutgoingMessage & Pick<Delivery, 'isDigest' | 'mark'>

/** A message with everything that it shows. */
export interface DueMessage extends DueDelivery {
  alerts: Alert[]
  /** The Discord locale of the server. */
  locale: string
  /** The role that it mentions; null for none. */
  roleId: string | null
}

/** The messages that are due, oldest first; none between a restore and the end of the first sweep after it. */
export async function dueDeliveries(database: Database, now: number, limit: number): Promise<DueDelivery[]> {
  return database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    const due: DueDelivery[] = []
    for (const delivery of await repositories.outbox.due(now, limit)) {
      const { createdAt: _, nextAttemptAt: __, ...rest } = delivery
      due.push({ ...rest, channelId: await findChannel(repositories, delivery) })
    }
    return due
  })
}

/** The channel of the server; after an attempt of unknown outcome its channel, because the message is searched for there. */
async function findChannel(
  { guilds }: Repositories,
  { guildId, channelId, uncertainSince }: Delivery,
): Promise<string> {
  if (uncertainSince !== null) return channelId
  return usableChannelOf(await guilds.get(guildId)) ?? channelId
}

/** Reads what a message shows at this moment; null when its alerts were all deleted, and there is nothing to send. */
export async function readMessage(database: Database, delivery: DueDelivery): Promise<DueMessage | null> {
  return database.read(async ({ guilds, outbox }) => {
    const guild = await guilds.get(delivery.guildId)
    const alerts = await outbox.alertsOf(delivery.id)
    if (alerts.length === 0) return null
    return { ...delivery, alerts, locale: guild?.locale ?? '', roleId: guild?.alertRoleId ?? null }
  })
}

/** Notes that an attempt is made now; false when it must not be made, because another one was made meanwhile. */
export async function beginAttempt(database: Database, delivery: DueDelivery, now: number): Promise<boolean> {
  return database.transaction(({ outbox }) => outbox.beginAttempt(delivery, now))
}

/** Stores how an attempt ended. */
export async function reportAttempt(database: Database, message: DueDelivery, report: AttemptReport): Promise<void> {
  await database.transaction(async (repositories) => {
    const { outbox } = repositories
    if (report.kind === 'delivered') return outbox.complete(message.id)
    // An earlier attempt stays uncertain.
    const isUncertain = message.uncertainSince !== null || (report.kind === 'retry' && report.isUncertain)
    const nextAttemptAt = report.kind === 'retry' ? report.nextAttemptAt : 0
    await outbox.retryLater(message.id, nextAttemptAt, isUncertain)
    if (report.kind === 'rejected') await outbox.parkDelivery(message.id)
    if (report.kind === 'blocked') await parkBlocked(repositories, message, report.reason)
  })
}

async function parkBlocked(
  { guilds, outbox }: Repositories,
  { id, guildId, channelId }: DueDelivery,
  reason: AlertBlock,
): Promise<void> {
  const usable = usableChannelOf(await guilds.get(guildId))
  if (usable === channelId) {
    await guilds.block(guildId, reason)
    return outbox.park(guildId)
  }
  // Another channel was set meanwhile: the alerts go there.
  await outbox.parkDelivery(id)
  if (usable !== null) await outbox.unpark(guildId)
}
