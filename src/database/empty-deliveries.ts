import type { Knex } from 'knex'

/** Deletes deliveries whose alerts were all deleted; there is nothing left to send. */
export async function deleteEmptyDeliveries(db: Knex): Promise<void> {
  const used = db('alerts').whereNotNull('delivery_id').select('delivery_id')
  await db('deliveries').whereNotIn('id', used).delete()
}
