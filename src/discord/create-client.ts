import { Client, Options } from 'discord.js'
import { makeRequest } from './make-request.ts'

/** discord.js keeps a request queue for each answered interaction; this is how often unused ones are removed. */
const SWEEP_MS = 5 * 60_000

/** A client that receives interactions and nothing else. `apiUrl` has no version. */
export function createClient(apiUrl: string): Client {
  return new Client({
    // Interactions need no intent, and without guilds the client uses little memory.
    intents: [],
    // The number that Discord recommends: about one per 1,000 servers.
    shards: 'auto',
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 0 }),
    rest: {
      api: apiUrl,
      version: '10',
      // Answers to interactions do not count against Discord's global rate limit; edits have a throttle of their own.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval: SWEEP_MS,
      hashSweepInterval: SWEEP_MS,
      makeRequest,
    },
  })
}
