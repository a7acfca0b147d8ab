import type { Knex } from 'knex'

// Conventions of all schemas: ids of Discord and Steam are text, times are Unix seconds, JSON is text.

/**
 * Adds the bans that communities keep themselves, and what servers choose about messages on joins. Exceptions that always refuse an account become
 * bans where the policy enforces; where it observes they stay until the server enforces, because so far they have refused nobody there.
 */
export async function createSchema6(db: Knex.Transaction): Promise<void> {
  await db.schema
    .createTable('ban_imports', createImports)
    .createTable('bans', createBans)
    .createTable('ban_changes', createChanges)
    .alterTable('guilds', (table) => {
      /** Whether the server is told when a watched account joins. */
      table.boolean('reports_joins').notNullable().defaultTo(true)
    })
    .alterTable('policies', (table) => {
      /** Whether the server is told when a ban of its own refuses an account. */
      table.boolean('reports_bans').notNullable().defaultTo(true)
    })
  await moveRefusedExceptions(db)
}

const belongsToGuild = (table: Knex.CreateTableBuilder) =>
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')

function createImports(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToGuild(table)
  /** Number of the import among those of the server, from 1. */
  table.integer('number').notNullable()
  table.text('user_id').notNullable()
  table.bigInteger('at').notNullable()
  /** `staged` until the import is complete, then `valid`, and `undone` after it was undone. Only bans of valid imports count. */
  table.text('state').notNullable()
  table.index(['guild_id', 'number'])
  table.index('state')
}

function createBans(table: Knex.CreateTableBuilder): void {
  // Ids ascend in the order in which bans were added.
  table.increments('id')
  belongsToGuild(table)
  table.text('steam_id').notNullable()
  table.text('name').notNullable()
  table.text('reason').notNullable()
  table.text('note').notNullable()
  /** Name, reason and note in lower case, in which searches look. */
  table.text('search_text').notNullable()
  table.bigInteger('until')
  table.text('added_by').notNullable()
  table.bigInteger('added_at').notNullable()
  table.integer('import_id').references('ban_imports.id').onDelete('CASCADE')
  table.index(['guild_id', 'steam_id'])
  table.index(['guild_id', 'id'])
  table.index('steam_id')
  table.index('until')
  table.index(['import_id', 'id'])
}

function createChanges(table: Knex.CreateTableBuilder): void {
  // Ids ascend in the order of the commits, because write transactions take turns.
  table.increments('id')
  /** Without a foreign key, because the deletion of a server is a change too. */
  table.text('guild_id').notNullable()
  /** The account whose bans have changed; null if more than one has. */
  table.text('steam_id')
  /** The import whose bans have become valid or are no longer valid; null together with `steam_id` if the whole list has changed. */
  table.integer('import_id')
  table.bigInteger('at').notNullable()
  table.index('at')
  table.index('steam_id')
}

type Row = Record<string, unknown>

const ROWS_PER_INSERT = 100

async function moveRefusedExceptions(db: Knex.Transaction): Promise<void> {
  const policies: Row[] = await db('policies').select('guild_id', 'terms')
  const enforcing = policies.filter(({ terms }) => isEnforcing(String(terms))).map(({ guild_id }) => String(guild_id))
  for (const guild_id of enforcing) {
    const refused = { guild_id, decision: 'deny' }
    const exceptions: Row[] = await db('policy_exceptions').where(refused).orderBy(['added_at', 'steam_id'])
    const bans = exceptions.map(({ steam_id, reason: note, until, added_by, added_at }) => ({
      guild_id,
      steam_id,
      name: '',
      // The reason of an exception was for moderators only, and the reason of a ban is shown to the player.
      reason: '',
      note,
      search_text: `\n\n${String(note)}`.normalize('NFKC').toLowerCase(),
      until,
      added_by,
      added_at,
    }))
    for (let start = 0; start < bans.length; start += ROWS_PER_INSERT)
      await db('bans').insert(bans.slice(start, start + ROWS_PER_INSERT))
    await db('policy_exceptions').where(refused).delete()
  }
}

/** Whether the terms of a policy enforce its rules; damaged terms do not, and are reported when the policy is loaded. */
function isEnforcing(terms: string): boolean {
  try {
    const parsed: unknown = JSON.parse(terms)
    return typeof parsed === 'object' && parsed !== null && 'mode' in parsed && parsed.mode === 'enforce'
  } catch {
    return false
  }
}
