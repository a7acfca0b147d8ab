import type { Knex } from 'knex'

/** Adds the epochs of leases, and which programs may use the schema. */
export async function createSchema3(db: Knex.Transaction): Promise<void> {
  await db.schema
    .alterTable('leases', (table) => {
      /** Incremented each time the lease is taken, so that a former holder can be told from the current one. */
      table.integer('epoch').notNullable().defaultTo(0)
    })
    .alterTable('schema_version', (table) => {
      /** The version of the schema that a program has to know to use this one; null for this version itself. */
      table.integer('oldest_program')
    })
}
