import type { Knex } from 'knex'

/** Adds whether a server has chosen its language, so that its interactions do not change it. */
export async function createSchema8(db: Knex.Transaction): Promise<void> {
  await db.schema.alterTable('guilds', (table) => {
    /** Whether `locale` was chosen with `/settings language`; otherwise it is the one of the last interaction. */
    table.boolean('is_locale_chosen').notNullable().defaultTo(false)
  })
}
