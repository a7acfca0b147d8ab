import type { Knex } from 'knex'

// Conventions of all schemas: ids of Discord and Steam are text, times are Unix seconds, JSON is text.

/** Replaces the tables of alerts and of reports of refusals by one outbox, and moves their rows. */
export async function createSchema5(db: Knex.Transaction): Promise<void> {
  await db.schema.createTable('outbox_messages', createMessages).createTable('outbox_entries', createEntries)
  await moveAlerts(db)
  await moveRefusals(db)
  await db.schema.dropTable('alerts').dropTable('deliveries').dropTable('refusals').dropTable('refusal_notices')
}

function createMessages(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('kind').notNullable()
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
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
  table.index(['kind', 'next_attempt_at', 'id'])
  table.index('guild_id')
}

function createEntries(table: Knex.CreateTableBuilder): void {
  table.increments('id')
  table.text('kind').notNullable()
  table.text('guild_id').notNullable().references('guilds.guild_id').onDelete('CASCADE')
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
  /** When the entry expires; null for never. */
  table.bigInteger('expires_at')
  /** The key of the digest that the entry belongs to; null if the entry may be sent as a single message. */
  table.text('digest')
  /** The message that contains the entry; null until that message is planned. */
  table.integer('message_id').references('outbox_messages.id').onDelete('SET NULL')
  table.boolean('is_parked').notNullable().defaultTo(false)
  /** Why the entry was held back; null if it never was. */
  table.text('mark')
  /** When Discord accepted the message with the entry, or the message was given up; null until then. */
  table.bigInteger('told_at')
  table.unique(['guild_id', 'kind', 'steam_id', 'key'])
  table.index('steam_id')
  table.index('observation_id')
  table.index('message_id')
  table.index(['kind', 'told_at', 'message_id', 'guild_id'])
  table.index('created_at')
}

type Row = Record<string, unknown>

const parse = (json: unknown): unknown => JSON.parse(String(json))

const ROWS_AT_ONCE = 200

async function moveAlerts(db: Knex.Transaction): Promise<void> {
  const messageIds = await moveMessages(db, 'deliveries', 'alert')
  await eachPart(db, 'alerts', async (rows) => {
    await db('outbox_entries').insert(rows.map((row) => toAlertEntry(row, messageIds)))
  })
}

async function moveRefusals(db: Knex.Transaction): Promise<void> {
  const messageIds = await moveMessages(db, 'refusal_notices', 'refusal')
  const each = new Set(await db('policies').where('notify', 'each').pluck<string[]>('guild_id'))
  await eachPart(db, 'refusals', async (rows) => {
    await db('outbox_entries').insert(rows.map((row) => toRefusalEntry(row, messageIds, each)))
  })
}

/** Moves the messages of a table; returns their new ids by old id. */
async function moveMessages(db: Knex.Transaction, table: string, kind: string): Promise<Map<unknown, number>> {
  const newIds = new Map<unknown, number>()
  await eachPart(db, table, async (rows) => {
    for (const { id, mark: _, ...row } of rows) {
      const [inserted]: { id: number }[] = await db('outbox_messages')
        .insert({ ...row, kind })
        .returning('id')
      if (inserted) newIds.set(id, inserted.id)
    }
  })
  return newIds
}

function toAlertEntry(alert: Row, messageIds: ReadonlyMap<unknown, number>): Row {
  const { guild_id, steam_id, observation_id, created_at, is_parked, mark, changes, added_by, added_at, reason } = alert
  const payload = { changes: parse(changes), addedBy: added_by, addedAt: Number(added_at), reason }
  return {
    kind: 'alert',
    guild_id,
    steam_id,
    key: String(observation_id),
    observation_id,
    created_at,
    payload: JSON.stringify(payload),
    due_at: 0,
    message_id: messageIds.get(alert['delivery_id']) ?? null,
    is_parked,
    mark,
  }
}

const DAY = 86_400
/** Delay of a day's digest, which waited for its last refusals. */
const DAY_END = 300
/** Age from which refusals were no longer reported. */
const MAX_AGE = 2 * DAY

function toRefusalEntry(refusal: Row, messageIds: ReadonlyMap<unknown, number>, each: ReadonlySet<unknown>): Row {
  const { guild_id, steam_id, day, first_at, last_at, count, mode, version, reasons, told_at } = refusal
  const payload = {
    lastAt: Number(last_at),
    count: Number(count),
    mode,
    version: Number(version),
    reasons: parse(reasons),
  }
  const isAlone = mode === 'enforce' && each.has(guild_id)
  return {
    kind: 'refusal',
    guild_id,
    steam_id,
    key: String(day),
    created_at: first_at,
    payload: JSON.stringify(payload),
    due_at: isAlone ? 0 : Number(day) + DAY + DAY_END,
    digest: isAlone ? null : `${String(day)} ${String(mode)}`,
    expires_at: Number(last_at) + MAX_AGE,
    message_id: messageIds.get(refusal['notice_id']) ?? null,
    told_at,
  }
}

/** Runs work on the rows of a table, in the order of their ids. */
async function eachPart(db: Knex.Transaction, table: string, work: (rows: Row[]) => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    const rows: Row[] = await db(table).where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    await work(rows)
    after = Number(last['id'])
  }
}
