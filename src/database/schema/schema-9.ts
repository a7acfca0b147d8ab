import type { Knex } from 'knex'
import { REPLICA_TABLES } from './replica-tables.ts'

// Ids of Discord and Steam are text. Times are Unix seconds, in 64 bits because 32 bits end in the year 2038. JSON is text. `increments`
// never reuses an id, even after its row was deleted.

/** Creates all tables in an empty database. */
export async function createSchema9(db: Knex.Transaction): Promise<void> {
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
    .createTable('sweeps', createSweeps)
    .createTable('account_names', createAccountNames)
    .createTable('record_changes', createRecordChanges)
    .createTable('outbox_messages', createMessages)
    .createTable('outbox_entries', createEntries)
    .createTable('policies', createPolicies)
    .createTable('policy_versions', createPolicyVersions)
    .createTable('policy_exceptions', createPolicyExceptions)
    .createTable('policy_tokens', createPolicyTokens)
    .createTable('joins', createJoins)
    .createTable('bans', createBans)
    .createTable('tool_tokens', createToolTokens)
    .createTable('events', createEvents)
    .createTable('audit_log', createAuditLog)
    .createTable('pending', createPending)
    .createTable('leases', createLeases)
    .createTable('meta', createMeta)
  if ((db.client as Knex.Client).config.client === 'pg') await db.raw(REPLICA_TABLES)
}

const belongsToGuild = (table: Knex.CreateTableBuilder) =>
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')

const belongsToPolicy = (table: Knex.CreateTableBuilder) =>
  table.text('guild_id').notNullable().references('policies.guild_id').onDelete('CASCADE')

function createGuilds(table: Knex.CreateTableBuilder): void {
  table.text('guild_id').notNullable().primary()
  table.text('alert_channel_id')
  table.text('alert_role_id')
  table.text('locale').notNullable()
  table.text('alert_block')
  table.bigInteger('last_listed_at')
  table.bigInteger('absent_since')
  table.bigInteger('last_interaction_at').notNullable()
  /** Whether joins of watched accounts are reported in the alert channel. */
  table.boolean('reports_joins').notNullable().defaultTo(true)
  /** Whether `locale` was chosen with `/settings language`; otherwise it is the one of the last interaction. */
  table.boolean('is_locale_chosen').notNullable().defaultTo(false)
  /** Number of imports of bans so far, undone ones too, so that none gets the number of another one. */
  table.integer('ban_imports').notNullable().defaultTo(0)
  /** The channel in which changes are told, or `off`; null for the channel for alerts. */
  table.text('log_channel_id')
  table.text('log_block')
  /** Whether the server was told that changes are told in its channel for alerts, and how to switch that off. */
  table.boolean('is_log_explained').notNullable().defaultTo(false)
  /** The usual reasons for bans, an array of `Preset` as JSON. */
  table.text('presets').notNullable().defaultTo('[]')
}

/** `observation_id`, the newest observation, is added once its table exists. */
function createAccounts(table: Knex.CreateTableBuilder): void {
  // Sweeps check the accounts in the order of this id, so that one call changes few pages of the file.
  table.increments('id')
  table.text('steam_id').notNullable().unique()
  /** An array of `Dip` as JSON. */
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
  belongsToGuild(table)
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

function createAccountNames(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('steam_id').notNullable().references('accounts.steam_id').onDelete('CASCADE')
  table.text('name').notNullable()
  table.bigInteger('first_seen_at').notNullable()
  table.bigInteger('last_seen_at').notNullable()
  table.index(['steam_id', 'last_seen_at'])
  table.index('last_seen_at')
}

function createRecordChanges(table: Knex.CreateTableBuilder): void {
  // Ids ascend in the order of the commits, because write transactions take turns.
  table.increments('id')
  table.text('steam_id').notNullable().unique().references('accounts.steam_id').onDelete('CASCADE')
  /** A `BanRecord` as JSON, as Steam sent it. */
  table.text('record').notNullable()
  table.bigInteger('seen_at').notNullable()
}

function createMessages(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('kind').notNullable()
  belongsToGuild(table)
  table.text('nonce').notNullable()
  table.bigInteger('created_at').notNullable()
  table.integer('attempts').notNullable().defaultTo(0)
  table.bigInteger('next_attempt_at').notNullable()
  table.index(['kind', 'next_attempt_at', 'id'])
  table.index('guild_id')
}

function createEntries(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('kind').notNullable()
  belongsToGuild(table)
  table.text('steam_id').notNullable()
  /** Distinguishes entries with the same server, kind and account; its format depends on the kind. */
  table.text('key').notNullable()
  /** The entry is deleted together with this observation. */
  table.integer('observation_id').references('observations.id').onDelete('CASCADE')
  table.bigInteger('created_at').notNullable()
  /** The content as JSON; its schema depends on the kind. */
  table.text('payload').notNullable()
  /** When the entry becomes due; 0 means at once. */
  table.bigInteger('due_at').notNullable()
  table.bigInteger('expires_at').notNullable()
  /** The key of the digest that the entry belongs to; null if the entry may be sent as a single message. */
  table.text('digest')
  /** The message that contains the entry; null until that message is planned. */
  table.integer('message_id').references('outbox_messages.id').onDelete('SET NULL')
  /** When Discord accepted the message with the entry, or the message was given up; null until then. */
  table.bigInteger('told_at')
  table.unique(['guild_id', 'kind', 'steam_id', 'key'])
  table.index('steam_id')
  table.index('observation_id')
  table.index('message_id')
  table.index(['kind', 'told_at', 'message_id', 'guild_id'])
  table.index('created_at')
}

function createPolicies(table: Knex.CreateTableBuilder): void {
  table.text('guild_id').notNullable().primary().references('guilds.guild_id').onDelete('CASCADE')
  table.text('name').notNullable()
  table.integer('version').notNullable()
  /** `PolicyTerms` as JSON. */
  table.text('terms').notNullable()
  table.text('notify').notNullable()
  /** Incremented by each change of the policy, its exceptions or its tokens, so that other processes load it again. */
  table.integer('revision').notNullable().defaultTo(0)
  table.bigInteger('updated_at').notNullable()
  table.text('updated_by').notNullable()
  /** Whether each refusal by the own ban list is reported in the alert channel; otherwise they are counted once a day. */
  table.boolean('reports_bans').notNullable().defaultTo(false)
}

function createPolicyVersions(table: Knex.CreateTableBuilder): void {
  belongsToPolicy(table)
  table.integer('version').notNullable()
  table.bigInteger('at').notNullable()
  table.text('user_id').notNullable()
  /** `PolicyTerms` as JSON. */
  table.text('terms').notNullable()
  table.primary(['guild_id', 'version'])
  table.index('at')
}

function createPolicyExceptions(table: Knex.CreateTableBuilder): void {
  belongsToPolicy(table)
  table.text('steam_id').notNullable()
  table.text('reason').notNullable()
  table.bigInteger('until')
  table.text('added_by').notNullable()
  table.bigInteger('added_at').notNullable()
  table.primary(['guild_id', 'steam_id'])
  table.index('steam_id')
  table.index('until')
}

function createPolicyTokens(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToPolicy(table)
  table.text('name').notNullable()
  /** SHA-256, in hexadecimal digits. */
  table.text('hash').notNullable().unique()
  table.bigInteger('created_at').notNullable()
  table.text('created_by').notNullable()
  table.bigInteger('first_used_at')
  table.bigInteger('last_asked_at')
  /** When another token took over the name of this token; null until then. */
  table.bigInteger('replaced_at')
  table.index(['guild_id', 'name'])
  table.index('replaced_at')
}

function createJoins(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToPolicy(table)
  /** Without a foreign key, because a join is kept when its token is revoked. */
  table.integer('token_id').notNullable()
  table.text('token_name').notNullable()
  table.text('steam_id').notNullable()
  table.bigInteger('at').notNullable()
  table.text('verdict').notNullable()
  table.text('mode').notNullable()
  /** The version of the policy. */
  table.integer('version').notNullable()
  /** An array of `JudgedReason` as JSON. */
  table.text('reasons').notNullable()
  /** The facts on which the verdict is based, as JSON. */
  table.text('facts').notNullable()
  table.index(['guild_id', 'at', 'id'])
  table.index('at')
  table.index('steam_id')
}

function createBans(table: Knex.CreateTableBuilder): void {
  // Ids ascend in the order in which bans were added.
  table.increments('id')
  belongsToGuild(table)
  table.text('steam_id').notNullable()
  table.text('name').notNullable()
  table.text('reason').notNullable()
  table.text('note').notNullable()
  /** The name and the texts of the ban in lower case, in which searches look. */
  table.text('search_text').notNullable()
  table.bigInteger('until')
  table.text('added_by').notNullable()
  table.bigInteger('added_at').notNullable()
  /** The import that added the ban, among those of the server; null for a ban that was added by itself. */
  table.integer('import_number')
  table.index(['guild_id', 'steam_id'])
  table.index(['guild_id', 'id'])
  table.index(['guild_id', 'import_number'])
  table.index('steam_id')
  table.index('until')
}

function createToolTokens(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToGuild(table)
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

function createAuditLog(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToGuild(table)
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

function createPending(table: Knex.CreateTableBuilder): void {
  table.text('id').notNullable().primary()
  table.text('kind').notNullable()
  /** Without a foreign key, because a server may use the bot without having stored anything. */
  table.text('guild_id')
  table.text('user_id').notNullable()
  /** JSON; its schema depends on the kind. */
  table.text('value').notNullable()
  /** Number of characters of `value`. */
  table.integer('size').notNullable()
  table.bigInteger('made_at').notNullable()
  table.bigInteger('keep_until').notNullable()
  table.index('guild_id')
  table.index(['user_id', 'made_at'])
  table.index('keep_until')
}

function createLeases(table: Knex.CreateTableBuilder): void {
  table.text('name').notNullable().primary()
  table.text('holder').notNullable()
  table.bigInteger('expires_at').notNullable()
  /** Number of times that the lease was taken. A former holder has a lower number, so its writes are refused. */
  table.integer('epoch').notNullable().defaultTo(0)
}

function createMeta(table: Knex.CreateTableBuilder): void {
  table.text('name').notNullable().primary()
  table.text('value').notNullable()
}
