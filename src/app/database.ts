import type { Knex } from 'knex'
import type { Database as DatabaseOf, KitRepositories } from '../database/database.ts'
import { openDatabase as openWith, type OpenOptions } from '../database/open-database.ts'
import type { SteamId } from '../model/steam-id.ts'
import { createBanRepositories } from '../bans/database/repositories.ts'
import { createEventRepositories } from '../events/database/repositories.ts'
import { createOutboxRepositories, OUTBOX_PUBLISHED_IDS } from '../outbox/database/repositories.ts'
import { createPolicyRepositories } from '../policy/database/repositories.ts'
import { createToolRepositories, TOOL_PUBLISHED_IDS } from '../tokens/database/repositories.ts'
import { createWatchRepositories, WATCH_PUBLISHED_IDS } from '../watch/database/repositories.ts'

/** The repositories of all features on one connection or transaction. */
export const createRepositories = (db: Knex) => ({
  ...createOutboxRepositories(db),
  ...createEventRepositories(db),
  ...createBanRepositories(db),
  ...createWatchRepositories(db),
  ...createPolicyRepositories(db),
  ...createToolRepositories(db),
})

export type Repositories = KitRepositories & ReturnType<typeof createRepositories>
/** The database with the repositories of all features. */
export type Database = DatabaseOf<Repositories>

/** Opens the database at `url` with the repositories of all features; creates or migrates it if necessary. Rejects with a DatabaseError. */
export const openDatabase = (url: string, options: OpenOptions = {}): Promise<Database> =>
  openWith(url, createRepositories, options)

/**
 * Tables whose ids messages on Discord may contain, even messages sent after the backup. After a restore, the service gives no such id to
 * another row.
 */
export const PUBLISHED_IDS = [...OUTBOX_PUBLISHED_IDS, ...WATCH_PUBLISHED_IDS, ...TOOL_PUBLISHED_IDS]

/** Drops the messages that are due, of all features; returns the number of their entries. */
export const dropDue = (db: Knex, now: number): Promise<number> => createOutboxRepositories(db).outbox.dropDue(now)

/**
 * Erases every trace of an account in all tables; returns whether there was any. Bans of the account are lifted only with `liftsBans`,
 * because a community decided about them.
 */
export async function eraseStored(
  { guilds, outbox, events, bans, accounts, policies, audit, pending }: Repositories,
  steamId: SteamId,
  { liftsBans, now }: { liftsBans: boolean; now: number },
): Promise<boolean> {
  let wasStored = await bans.erase({ steamId, lifts: liftsBans, now })
  for (const { erase } of [events, outbox, accounts, policies, audit, pending])
    if (await erase(steamId)) wasStored = true
  if (!wasStored) return false
  // Every process and every tool reads all lists again, which is acceptable because accounts are rarely erased.
  const servers = await guilds.all()
  await events.reset(
    servers.map(({ guildId }) => guildId),
    now,
  )
  return true
}
