import { z } from 'zod'
import type { Repositories } from '../database/database.ts'
import type { Entry, Mark } from '../database/outbox.ts'
import { banChangeSchema } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { Kind } from '../outbox/kind.ts'

const payloadSchema = z.object({
  changes: z.array(banChangeSchema),
  /** The entry of the watch list when the change was seen. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
})

/** A change that one Discord server has to be alerted of; stored in the transaction that stores the change. */
export interface Alert extends z.infer<typeof payloadSchema>, Pick<Entry, 'steamId' | 'createdAt' | 'mark'> {}

/** An alert before it is stored; without a mark unless it has one from the start. */
export interface NewAlert extends Omit<Alert, 'mark'> {
  guildId: string
  /** The observation that it reports; a server gets one alert for each observation. */
  observationId: number
  mark?: Mark | null
}

/** The alerts about changes of watched accounts. */
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

/** Adds an alert, or replaces that of the server about the same observation. */
export async function addAlert({ outbox }: Pick<Repositories, 'outbox'>, alert: NewAlert): Promise<void> {
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
