import { z } from 'zod'
import type { WatchRepositories } from './database/repositories.ts'
import type { Entry, Mark } from '../outbox/database/outbox.ts'
import { banChangeSchema } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { Kind } from '../outbox/kind.ts'

const payloadSchema = z.object({
  changes: z.array(banChangeSchema),
  /** The watch list entry at the time of the change. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
})

/** An alert of one Discord server about changes of an account; stored in the transaction that stores the changes. */
export interface Alert extends z.infer<typeof payloadSchema>, Pick<Entry, 'steamId' | 'createdAt' | 'mark'> {}

/** An alert to be stored. `mark` is given only for an alert that may repeat an alert from before a restore. */
export interface NewAlert extends Omit<Alert, 'mark'> {
  guildId: string
  /** The reported observation; a server gets one alert for each observation. */
  observationId: number
  mark?: Mark | null
}

/** The kind of messages about changes of watched accounts. */
export const ALERTS: Kind<Alert> = {
  name: 'alert',
  maxDigest: 2_000,
  paceSeconds: 0,
  lapseSeconds: null,
  async read({ outbox }, { id }) {
    const entries = await outbox.entriesOf(id, payloadSchema)
    const shown = entries.map(({ steamId, createdAt, mark, payload }) => ({ steamId, createdAt, mark, ...payload }))
    return { shown, isPossibleDuplicate: false }
  },
}

/** Adds an alert, or replaces the server's alert about the same observation. */
export async function addAlert({ outbox }: Pick<WatchRepositories, 'outbox'>, alert: NewAlert): Promise<void> {
  const { guildId, steamId, observationId, createdAt, mark = null, ...payload } = alert
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
      expiresAt: null,
      mark,
    },
  ])
}
