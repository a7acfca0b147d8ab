import type { Knex } from 'knex'

// Ids of Discord and Steam are text. Times are Unix seconds, in 64 bits because 32 bits end in the year 2038. JSON is text. `increments`
// never reuses an id, even after its row was deleted.

/** Creates all tables in an empty database. */
export async function createSchema1(db: Knex.Transaction): Promise<void> {
  await db.schema
    .createTable('guilds', createGuilds)
    .createTable('accounts', createAccounts)
    .createTable('observations', createObservations)
    // Raw SQL, because the table compiler would copy the existing table to add this column.
    .raw('ALTER TABLE accounts ADD COLUMN observation_id INTEGER REFERENCES observations (id) ON DELETE SET NULL')
    .alterTable('accounts', (table) => {
      table.index('observation_id')
      table.index(['is_watched', 'failed_turns'], 'accounts_unchecked_index', { predicate: db.whereNull('checked_at') })
    })
    .createTable('watches', createWatches)
    .alterTable('watches', (table) => {
      table.index('steam_id', 'watches_without_baseline_index', { predicate: db.whereNull('baseline_at') })
    })
    .createTable('deliveries', createDeliveries)
    .createTable('alerts', createAlerts)
    .createTable('sweeps', createSweeps)
    .createTable('audit_log', createAuditLog)
    .createTable('leases', createLeases)
    .createTable('meta', createMeta)
}

function createGuilds(table: Knex.CreateTableBuilder): void {
  table.text('guild_id').notNullable().primary()
  table.text('alert_channel_id')
  table.text('alert_role_id')
  table.text('locale').notNullable()
  table.text('alert_block')
  table.bigInteger('last_listed_at')
  table.bigInteger('absent_since')
  table.bigInteger('last_interaction_at').notNullable()
}

/** `observation_id`, the newest observation, is added once its table exists. */
function createAccounts(table: Knex.CreateTableBuilder): void {
  // Sweeps check the accounts in the order of this id, so that one call changes few pages of the file.
  table.increments('id')
  table.text('steam_id').notNullable().unique()
  /** A `Dip` as JSON. */
  table.text('dip')
  table.bigInteger('checked_at')
  /** The last sweep in which the turn of the account has ended; 0 before its first turn. */
  table.integer('swept_in').notNullable().defaultTo(0)
  /**
   * Number of failed turns of the account in the current sweep; for an account that never had a valid record, all its failed turns since it
   * was put on a list.
   */
  table.integer('failed_turns').notNullable().defaultTo(0)
  /** Whether the account is on a list; stored here so that an index finds the next accounts of a sweep. */
  table.boolean('is_watched').notNullable().defaultTo(false)
  /** When the account was found to be on no list; null while it is on a list. */
  table.bigInteger('unwatched_since')
  // The order of a sweep.
  table.index(['is_watched', 'failed_turns', 'swept_in', 'id'])
  table.index('unwatched_since')
}

function createObservations(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('steam_id').notNullable().references('accounts.steam_id').onDelete('CASCADE')
  table.bigInteger('first_seen_at').notNullable()
  /** Null for the newest observation of an account, which was last seen at `accounts.checked_at`. */
  table.bigInteger('last_seen_at')
  /** A `BanRecord` as JSON. */
  table.text('record').notNullable()
  table.bigInteger('last_ban_after')
  table.bigInteger('last_ban_before')
  /** An array of `BanChange` as JSON. */
  table.text('changes').notNullable()
  table.index(['steam_id', 'id'])
  table.index('first_seen_at')
}

function createWatches(table: Knex.CreateTableBuilder): void {
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
  // A foreign key that prevents deleting an account on a list.
  table.text('steam_id').notNullable().references('accounts.steam_id')
  table.text('added_by').notNullable()
  table.bigInteger('added_at').notNullable()
  table.text('reason').notNullable()
  table.bigInteger('until')
  table.bigInteger('baseline_at')
  table.primary(['guild_id', 'steam_id'])
  table.index('steam_id')
  table.index('until')
}

function createDeliveries(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
  table.text('channel_id').notNullable()
  table.boolean('is_digest').notNullable()
  table.text('mark')
  table.text('nonce').notNullable()
  table.bigInteger('created_at').notNullable()
  table.integer('attempts').notNullable().defaultTo(0)
  /** When the running attempt began; still set if the process crashed before it reported the outcome. */
  table.bigInteger('attempt_started_at')
  /** Beginning of the first attempt with an unknown outcome. For an attempt without a report, it is set when the next attempt begins. */
  table.bigInteger('uncertain_since')
  table.bigInteger('next_attempt_at').notNullable()
  table.index(['next_attempt_at', 'id'])
  table.index('guild_id')
}

function createAlerts(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
  table.text('steam_id').notNullable().references('accounts.steam_id').onDelete('CASCADE')
  table.integer('observation_id').notNullable().references('observations.id').onDelete('CASCADE')
  /** The message that contains the alert; null until that message is planned. */
  table.integer('delivery_id').references('deliveries.id').onDelete('SET NULL')
  table.boolean('is_parked').notNullable().defaultTo(false)
  /** Why the alert was held back; null if it never was. */
  table.text('mark')
  table.bigInteger('created_at').notNullable()
  /** An array of `BanChange` as JSON. */
  table.text('changes').notNullable()
  table.text('added_by').notNullable()
  table.bigInteger('added_at').notNullable()
  table.text('reason').notNullable()
  table.unique(['guild_id', 'observation_id'])
  table.index(['delivery_id', 'is_parked', 'guild_id'])
  table.index('steam_id')
  table.index('observation_id')
}

function createSweeps(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.bigInteger('started_at').notNullable()
  table.bigInteger('finished_at')
  table.integer('interval_seconds').notNullable()
  table.integer('calls').notNullable().defaultTo(0)
  /** Stored, because counting the accounts takes some milliseconds. */
  table.integer('total').notNullable()
  table.integer('done').notNullable().defaultTo(0)
}

function createAuditLog(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
  table.bigInteger('at').notNullable()
  table.text('user_id')
  table.text('action').notNullable()
  /** Without a foreign key, because entries may be about accounts that are stored nowhere else. */
  table.text('steam_id')
  table.text('detail').notNullable()
  table.index(['guild_id', 'at', 'id'])
  table.index('at')
  table.index('steam_id')
}

function createLeases(table: Knex.CreateTableBuilder): void {
  table.text('name').notNullable().primary()
  table.text('holder').notNullable()
  table.bigInteger('expires_at').notNullable()
}

function createMeta(table: Knex.CreateTableBuilder): void {
  table.text('name').notNullable().primary()
  table.text('value').notNullable()
}
