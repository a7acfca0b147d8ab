import type { Knex } from 'knex'

/** Adds the epochs of leases, and the oldest program that may use the schema. */
export async function createSchema3(db: Knex.Transaction): Promise<void> {
  await db.schema
    .alterTable('leases', (table) => {
      /** Number of times that the lease was taken. A former holder has a lower number, so its writes are refused. */
      table.integer('epoch').notNullable().defaultTo(0)
    })
    .alterTable('schema_version', (table) => {
      /**
       * The oldest version of the schema whose programs can use this version; null if only programs of this version or newer can use it.
       */
      table.integer('oldest_program')
    })
}
