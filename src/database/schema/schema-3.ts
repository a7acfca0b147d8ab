import type { Knex } from 'knex'

/** Adds the epochs of leases, and which programs may use the schema. */
export async function createSchema3(db: Knex.Transaction): Promise<void> {
  await db.schema
    .alterTable('leases', (table) => {
      /** How many times the lease was taken. A former holder has a lower number, by which its writes are refused. */
      table.integer('epoch').notNullable().defaultTo(0)
    })
    .alterTable('schema_version', (table) => {
      /** The version of the schema that a program has to know to use this one; null for this version itself. */
      table.integer('oldest_program')
    })
}
