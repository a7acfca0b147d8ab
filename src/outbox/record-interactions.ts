import { DatabaseError } from '../model/database-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { OutboxDatabase } from './database/repositories.ts'

const NOTED_EVERY_SECONDS = 3_600

/**
 * Creates a function that records that a server with stored data uses the bot, at most once an hour for each server. When the database
 * fails, the function does not reject, and the next interaction is recorded instead.
 */
export function createInteractionRecorder({ database, clock }: { database: OutboxDatabase; clock: Clock }) {
  let noted = new Set<string>()
  let notedSince = clock.unixSeconds()

  return async (guildId: string, locale: string): Promise<void> => {
    const now = clock.unixSeconds()
    if (now - notedSince >= NOTED_EVERY_SECONDS) [noted, notedSince] = [new Set(), now]
    if (noted.has(guildId)) return
    noted.add(guildId)
    try {
      const known = await database.read(({ guilds }) => guilds.get(guildId))
      if (known) await database.transaction(({ guilds }) => guilds.touch(guildId, locale, now))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      noted.delete(guildId)
    }
  }
}
