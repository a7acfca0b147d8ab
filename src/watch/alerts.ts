import { z } from 'zod'
import type { WatchRepositories } from './database/repositories.ts'
import type { Entry } from '../outbox/database/outbox.ts'
import { banChangeSchema } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { Kind } from '../outbox/kind.ts'

/** How long it is tried to send an alert. */
const EXPIRES_SECONDS = 30 * 86_400

const payloadSchema = z.object({
  changes: z.array(banChangeSchema),
  /** The watch list entry at the time of the change. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
})

/** An alert of one Discord server about changes of an account; stored in the transaction that stores the changes. */
export interface Alert extends z.infer<typeof payloadSchema>, Pick<Entry, 'steamId' | 'createdAt'> {}

/** An alert to be stored. */
export interface NewAlert extends Alert {
  guildId: string
  /** The reported observation; a server gets one alert for each observation. */
  observationId: number
}

/** The kind of messages about changes of watched accounts. */
export const ALERTS: Kind<Alert> = {
  name: 'alert',
  maxDigest: 2_000,
  paceSeconds: 0,
  async read({ outbox }, { id }) {
    const entries = await outbox.entriesOf(id, payloadSchema)
    return entries.map(({ steamId, createdAt, payload }) => ({ steamId, createdAt, ...payload }))
  },
}

/** Adds an alert, or replaces the server's alert about the same observation. */
export async function addAlert({ outbox }: Pick<WatchRepositories, 'outbox'>, alert: NewAlert): Promise<void> {
  const { guildId, steamId, observationId, createdAt, ...payload } = alert
  await outbox.put([
    {
      kind: ALERTS.name,
      guildId,
      steamId,
      key: String(observationId),
      observationId,
      createdAt,
      payload,
      dueAt: 0,
      digest: null,
      expiresAt: createdAt + EXPIRES_SECONDS,
    },
  ])
}
