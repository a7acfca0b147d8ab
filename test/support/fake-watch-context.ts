import { createListFileReader } from '../../src/bans/formats/list-file-reader.ts'
import type { Database } from '../../src/app/database.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { listWatchedFacts } from '../../src/watch/list-watches.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { createFakeClock } from './fake-clock.ts'
import { fakeContext } from './fake-context.ts'

const refuse = () => Promise.reject(new DatabaseError('unavailable', 'this test has no database'))

/** A database that fails, for tests without watch lists. */
export const noDatabase: Database = {
  transaction: refuse,
  read: refuse,
  fenced: () => noDatabase,
  purgeDeleted: refuse,
  close: async () => {},
}

/** A context with a database, whose Steam is that of `fakeContext`; the parameters replace parts of it. */
export function fakeWatchContext(
  database: Database,
  steam: Partial<Steam> = {},
  rest: Partial<ServerContext> & { clock?: Clock } = {},
): ServerContext & { clock: Clock } {
  return {
    ...fakeContext(steam),
    database,
    clock: createFakeClock(),
    limits: { maxPerGuild: 1_000, maxTotal: 100_000 },
    intervalSeconds: 3_600,
    watched: createWatchedIds(),
    onNews: () => {},
    publicUrl: 'https://bans.example',
    published: { privacyUrl: undefined, termsUrl: undefined },
    bans: { find: () => null, reload: async () => {} },
    banLimits: { maxPerGuild: 50_000, maxTotal: 500_000 },
    listReader: createListFileReader(),
    policies: { ofGuild: () => undefined, reload: async () => {} },
    toolTokens: { reload: async () => {} },
    dropJoins: async () => {},
    watchedFacts: (guildId) => listWatchedFacts(database, guildId),
    onName: () => {},
    ...rest,
  }
}
