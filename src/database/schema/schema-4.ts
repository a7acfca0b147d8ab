import type { Knex } from 'knex'

/** Adds the changed records of watched accounts, from which every process learns what other processes have seen. */
export async function createSchema4(db: Knex.Transaction): Promise<void> {
  await db.schema.createTable('record_changes', (table) => {
    // Ids ascend in the order of the commits, because write transactions take turns.
    table.increments('id')
    table.text('steam_id').notNullable().unique().references('accounts.steam_id').onDelete('CASCADE')
    /** A `BanRecord` as JSON, as Steam sent it. */
    table.text('record').notNullable()
    table.bigInteger('seen_at').notNullable()
  })
}
