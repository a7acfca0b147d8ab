import type { Database, Repositories } from '../database/database.ts'
import { isHeld } from '../outbox/restored.ts'
import { usableChannelOf } from '../outbox/usable-channel.ts'
import type { Alert, DigestMark } from '../database/alerts.ts'
import type { Delivery } from '../database/deliveries.ts'
import { toNonce } from '../outbox/nonce.ts'

/** More alerts than these for one channel go together. */
const MAX_SINGLE = 5
/** The file of a digest stays far below Discord's limit of 10 MiB. */
const MAX_DIGEST = 2_000
/** While all messages of a server fail for longer than this, later ones no longer wait for them. */
const FAILING_SECONDS = 600
/** Unsent messages of a server: those of five alerts, and some of later ones. */
const MAX_DELIVERIES = 8
const WEEK = 7 * 86_400
/** Gravest first. */
const MARKS: readonly DigestMark[] = ['restored', 'uncertain', 'parked']

/** A delivery before it is stored, with the ids of its alerts. */
type Plan = Pick<Delivery, 'isDigest' | 'mark' | 'nonce'> & { alertIds: number[] }

/**
 * Groups the waiting alerts of each server into messages: up to five singly, else one digest. Without a usable channel they are
 * parked. Alerts of a server with unsent messages wait until these are sent, or have all failed for ten minutes, and then go
 * together. Does nothing between a restore and the end of the first sweep after it. Rejects when it fails for a server, once the
 * others are done.
 */
export async function planDeliveries(database: Database, now: number): Promise<void> {
  const guildIds = await database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    return repositories.outbox.guildsToPlan({
      failingSince: now - FAILING_SECONDS,
      maxDeliveries: MAX_DELIVERIES,
    })
  })
  const failures: unknown[] = []
  for (const guildId of guildIds) {
    const planned = database.transaction((repositories) => planForGuild(repositories, guildId, now))
    await planned.catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Parks what could not be sent for seven days; to be called only while the clock is confirmed. Does nothing between a restore and
 * the end of the first sweep after it.
 */
export async function parkOldAlerts(database: Database, now: number): Promise<void> {
  await database.transaction(async (repositories) => {
    if (!(await isHeld(repositories))) await repositories.outbox.parkOlderThan(now - WEEK)
  })
}

/** Ends the hold after a restore: all alerts go out as one digest for each server, since they may have been sent before. */
export async function endRestore({
  outbox,
  refusalNotices,
  meta,
}: Pick<Repositories, 'outbox' | 'refusalNotices' | 'meta'>): Promise<void> {
  await outbox.markRestored()
  await meta.set('restored_at', (await meta.get('restored')) ?? null)
  // Those of the last two days are planned again.
  await refusalNotices.dissolveAll()
  await meta.set('restored', null)
}

async function planForGuild({ guilds, outbox }: Repositories, guildId: string, now: number): Promise<void> {
  const channelId = usableChannelOf(await guilds.get(guildId))
  if (channelId === null) return outbox.park(guildId)
  // Counted again: another process may have planned since.
  const room = MAX_DELIVERIES - (await outbox.deliveryCount(guildId))
  const plans = groupAlerts(await outbox.unplanned(guildId), channelId, Math.min(MAX_SINGLE, room))
  for (const { alertIds, ...plan } of plans.slice(0, Math.max(0, room)))
    await outbox.plan({ ...plan, guildId, channelId, createdAt: now }, alertIds)
}

/** The messages for the alerts of one server. Alerts that were held back always go together. */
export function groupAlerts(alerts: readonly Alert[], channelId: string, maxSingle = MAX_SINGLE): Plan[] {
  const mark = MARKS.find((each) => alerts.some((alert) => alert.mark === each)) ?? null
  const isDigest = mark !== null || alerts.length > maxSingle
  const groups = isDigest ? inParts(alerts, MAX_DIGEST) : inParts(alerts, 1)
  return groups.map((group) => ({
    isDigest,
    mark,
    nonce: nonceOf(group, isDigest, channelId),
    alertIds: group.map(({ id }) => id),
  }))
}

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/**
 * A hash of server, account and observation of each alert. Also of the channel, because Discord would answer a nonce that it
 * remembers from another channel with the message there, and of the time, because ids are used again after a restore.
 */
function nonceOf(alerts: readonly Alert[], isDigest: boolean, channelId: string): string {
  const members = alerts.map((alert) => [alert.guildId, alert.steamId, alert.observationId, alert.createdAt])
  return toNonce([channelId, isDigest, members])
}
