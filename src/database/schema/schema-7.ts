import type { Knex } from 'knex'

/** Adds the tokens of tools, and the events that tools follow, which also say what processes have to read of ban lists. */
export async function createSchema7(db: Knex.Transaction): Promise<void> {
  await db.schema
    .createTable('tool_tokens', createToolTokens)
    .createTable('events', createEvents)
    // Its changes were only for processes that ran while they were made.
    .dropTable('ban_changes')
}

function createToolTokens(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
  table.text('name').notNullable()
  /** SHA-256 of the token, hexadecimal. */
  table.text('hash').notNullable().unique()
  /** A JSON array. */
  table.text('scopes').notNullable()
  table.text('created_by').notNullable()
  table.bigInteger('created_at').notNullable()
  table.bigInteger('expires_at').notNullable()
  table.bigInteger('last_used_at')
  table.unique(['guild_id', 'name'])
  table.index('expires_at')
}

function createEvents(table: Knex.CreateTableBuilder): void {
  // Ids ascend in the order of the commits, because write transactions take turns.
  table.increments('id')
  /** Without a foreign key, because the deletion of a server is an event too. */
  table.text('guild_id').notNullable()
  table.bigInteger('at').notNullable()
  table.text('type').notNullable()
  /** The account that the event is about; null if it is about no account or several accounts. */
  table.text('steam_id')
  /** The import whose bans have become valid or are no longer valid; null for all other events. */
  table.integer('import_id')
  /** Who made the change: the Discord id of a user, or the token of a tool; null for the service itself. */
  table.text('author')
  /** The object of the event as JSON; null for an event that tells its processes to read a list again. */
  table.text('object')
  table.bigInteger('expires_at').notNullable()
  table.index(['guild_id', 'id'])
  // For the newest reset of a server, and for pages of rare types.
  table.index(['guild_id', 'type', 'id'])
  table.index('steam_id')
  table.index('expires_at')
}
