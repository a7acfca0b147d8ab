import { z } from 'zod'
import type { Repositories } from '../../src/app/database.ts'
import type { Entry } from '../../src/outbox/database/outbox.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { REFUSALS } from '../../src/policy/refusals.ts'
import { ALERTS, type Alert } from '../../src/watch/alerts.ts'

/** Later than anything that the tests do. */
const FAR = 4_000_000_000
/** Alerts are due from the beginning of time, and expire after 30 days. */
const WHILE_DUE = 0

type Outbox = Pick<Repositories, 'outbox'>

/** The alerts of a server that belong to no message. */
export async function unplannedAlerts({ outbox }: Outbox, guildId: string): Promise<(Entry & Alert)[]> {
  const entries = await outbox.unplanned({ kind: ALERTS.name, guildId, now: WHILE_DUE }, 10_000)
  const alerts = await Promise.all(
    entries.map(({ steamId, ...entry }) => outbox.find({ ...entry, steamIds: [steamId] }, z.custom<Alert>())),
  )
  return alerts.flat().map((alert) => ({ ...alert.payload, ...alert }))
}

/** The last refusals of accounts at a server, as they are stored. */
export async function storedRefusals(
  { outbox }: Outbox,
  guildId: string,
  steamIds: readonly SteamId[],
  kind = REFUSALS.name,
) {
  const refusals = await Promise.all(
    steamIds.map((steamId) => outbox.latest({ kind, guildId, steamId }, z.record(z.string(), z.unknown()))),
  )
  return refusals.flatMap((refusal) => (refusal ? [{ ...refusal.payload, ...refusal }] : []))
}

/** Puts all unplanned alerts of a server into one message. */
export async function planAlerts({ outbox }: Outbox, guildId: string, nonce = guildId): Promise<void> {
  const entries = await outbox.unplanned({ kind: ALERTS.name, guildId, now: WHILE_DUE }, 10_000)
  const message = { kind: ALERTS.name, guildId, nonce, createdAt: 1_000 }
  await outbox.plan(
    message,
    entries.map(({ id }) => id),
  )
}

export const alertCounts = ({ outbox }: Outbox, guildId?: string) => outbox.countDue(ALERTS.name, WHILE_DUE, guildId)

/** The messages of alerts, or of refusals, whose next attempt is due at any time. */
export const dueAlerts = ({ outbox }: Outbox) => outbox.due(ALERTS.name, FAR, 1_000)
export const dueReports = ({ outbox }: Outbox) => outbox.due(REFUSALS.name, FAR, 1_000)
