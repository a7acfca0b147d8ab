import type { Knex } from 'knex'
import { inChunks } from './rows.ts'

/** Parks all alerts of a server, and dissolves its deliveries. */
export async function parkAlertsOf(db: Knex, guildId: string): Promise<void> {
  await parkDeliveries(db, await db('deliveries').where('guild_id', guildId).pluck<number[]>('id'))
  await park(db, db('alerts').where('guild_id', guildId))
}

/** Parks the alerts that are older than `before`, with their deliveries; those held back before by the age of their delivery. */
export async function parkOlderThan(db: Knex, before: number): Promise<void> {
  const waiting = db('alerts').where('is_parked', false)
  const neverHeld = waiting.clone().whereNull('mark').where('created_at', '<', before)
  const old = await db('deliveries')
    .where('created_at', '<', before)
    .orWhereIn('id', neverHeld.clone().whereNotNull('delivery_id').select('delivery_id'))
    .pluck<number[]>('id')
  await parkDeliveries(db, old)
  await park(db, neverHeld)
}

/** Dissolves deliveries and parks their alerts, marked as `uncertain` after an attempt that may have reached Discord. */
export async function parkDeliveries(db: Knex, ids: readonly number[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    const uncertain = db('deliveries')
      .whereIn('id', chunk)
      .where((attempted) => attempted.whereNotNull('uncertain_since').orWhereNotNull('attempt_started_at'))
      .select('id')
    await db('alerts')
      .whereIn('delivery_id', uncertain)
      .where((lessGrave) => lessGrave.whereNull('mark').orWhere('mark', 'parked'))
      .update({ mark: 'uncertain' })
    await park(db, db('alerts').whereIn('delivery_id', chunk))
    await db('deliveries').whereIn('id', chunk).delete()
  })
}

async function park(db: Knex, alerts: Knex.QueryBuilder): Promise<void> {
  await alerts.update({ is_parked: true, delivery_id: null, mark: db.raw("coalesce(mark, 'parked')") })
}
