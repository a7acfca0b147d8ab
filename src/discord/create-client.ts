import { Client, Options } from 'discord.js'
import { makeRequest } from './make-request.ts'

/** Interval of removing unused request queues, of which discord.js creates one for each answered interaction. */
const SWEEP_MS = 5 * 60_000

/** A client that only receives interactions. `apiUrl` has no version. */
export function createClient(apiUrl: string): Client {
  return new Client({
    // No intents: interactions need none, and without guilds the client uses little memory.
    intents: [],
    // Discord recommends a number: about one per 1,000 servers.
    shards: 'auto',
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 0 }),
    rest: {
      api: apiUrl,
      version: '10',
      // No limit, because answers to interactions do not count against Discord's global rate limit; edits have their own throttle.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval: SWEEP_MS,
      hashSweepInterval: SWEEP_MS,
      makeRequest,
    },
  })
}
