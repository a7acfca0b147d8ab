import type { Actor } from '../../src/model/actor.ts'
import { isBan } from '../../src/model/ban.ts'
import type { BansContext } from '../../src/bans/bans-context.ts'
import { newestImport, undoImport } from '../../src/bans/import-bans.ts'
import { createStoredBans } from '../../src/bans/stored-bans.ts'
import { databaseAt, urlForTest } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { NOW } from './fake-context.ts'
import { MODERATOR } from './watch-tests.ts'

const { guildId } = MODERATOR

/** A process that uses the database at `url`, at a time that the test sets. */
export async function openBansTest(url?: string, time = { now: NOW }) {
  const at = url ?? (await urlForTest())
  const database = await databaseAt(at)
  const errors: unknown[] = []
  const fakeClock = createFakeClock()
  const clock = { ...fakeClock, unixSeconds: () => time.now }
  const damaged: (string | undefined)[] = []
  const onError = (error: unknown, guild?: string) => void (errors.push(error), damaged.push(guild))
  const bans = createStoredBans({ database, clock, onError })
  await bans.load()
  const policies = { ofGuild: () => undefined, reload: async () => {} }
  const banLimits = { maxPerGuild: 50_000, maxTotal: 500_000 }
  const context = { database, clock, bans, banLimits, policies, watchedFacts: async () => [] }
  const find = (steamId: string, guild = guildId) => [bans.find(guild, steamId)].find(isBan)
  return { url: at, time, database, fakeClock, clock, errors, damaged, bans, context, find }
}

/** Undoes the newest import of a server. */
export async function undoNewest(context: BansContext, actor: Actor = MODERATOR) {
  const newest = await newestImport(context, actor.guildId)
  return undoImport(context, { ...actor, number: newest?.number ?? 0, at: newest?.at ?? 0 })
}

const typed = (parts: Partial<{ reason: string; note: string; until: string }> = {}) => ({
  reason: 'aimbot',
  note: 'ticket 7',
  until: '',
  ...parts,
})
/** A request of the moderator to ban accounts. */
export const banOf = (steamIds: string[], parts: Parameters<typeof typed>[0] = {}) => ({
  ...MODERATOR,
  accounts: steamIds.map((steamId) => ({ steamId, name: 'Name' })),
  typed: typed(parts),
  replaces: false,
  replacesExceptions: false,
})
/** The entries of a list to import. */
export const listed = (steamIds: readonly string[], parts = {}) =>
  steamIds.map((steamId) => ({ steamId, name: '', reason: 'imported', note: '', until: null, ...parts }))
