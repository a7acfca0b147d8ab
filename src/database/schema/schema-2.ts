import type { Knex } from 'knex'

// Conventions of all schemas: ids of Discord and Steam are text, times are Unix seconds, JSON is text.

/** Adds the tables of policies (rules, exceptions, tokens, joins, refusals), and the names of watched accounts. */
export async function createSchema2(db: Knex.Transaction): Promise<void> {
  await db.schema
    .createTable('policies', createPolicies)
    .createTable('policy_versions', createPolicyVersions)
    .createTable('policy_exceptions', createPolicyExceptions)
    .createTable('policy_tokens', createPolicyTokens)
    .createTable('joins', createJoins)
    .createTable('refusal_notices', createRefusalNotices)
    .createTable('refusals', createRefusals)
    .createTable('account_names', createAccountNames)
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
}

const belongsToPolicy = (table: Knex.CreateTableBuilder) =>
  table.text('guild_id').notNullable().references('policies.guild_id').onDelete('CASCADE')

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
  table.text('decision').notNullable()
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

function createRefusalNotices(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToPolicy(table)
  table.text('channel_id').notNullable()
  table.boolean('is_digest').notNullable()
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

function createRefusals(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  belongsToPolicy(table)
  table.text('steam_id').notNullable()
  /** When the day began, in UTC. */
  table.bigInteger('day').notNullable()
  table.bigInteger('first_at').notNullable()
  table.bigInteger('last_at').notNullable()
  table.integer('count').notNullable()
  table.text('mode').notNullable()
  table.integer('version').notNullable()
  /** An array of `JudgedReason` as JSON. */
  table.text('reasons').notNullable()
  /** The message that contains the refusal; null until that message is planned. */
  table.integer('notice_id').references('refusal_notices.id').onDelete('SET NULL')
  /** When Discord has accepted the message about the refusal; null until then. */
  table.bigInteger('told_at')
  table.unique(['guild_id', 'steam_id', 'day'])
  table.index('steam_id')
  table.index('day')
  table.index('notice_id')
  table.index(['told_at', 'notice_id', 'guild_id'])
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
