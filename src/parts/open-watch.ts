import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Database } from '../database/database.ts'
import { systemClock } from '../lib/clock.ts'
import type { Context } from '../service/context.ts'
import { createInteractionNotes } from '../service/watch/interaction-notes.ts'
import type { WatchContext } from '../service/watch/watch-context.ts'
import { createWatchedIds } from '../service/watch/watched-ids.ts'

/** The dependencies of watch lists, with the watched accounts loaded. */
export async function openWatch(
  { watch: { intervalSeconds, ...limits } }: Settings,
  context: Context,
  database: Database,
  log: Logger,
): Promise<WatchContext> {
  const watched = createWatchedIds()
  await watched.load(database)
  const clock = systemClock
  const noteInteraction = createInteractionNotes({ database, clock })
  return {
    ...context,
    database,
    clock,
    limits,
    intervalSeconds,
    watched,
    onInteraction(guildId, locale) {
      noteInteraction(guildId, locale).catch((error: unknown) =>
        log.error({ err: error }, 'noting an interaction failed'),
      )
    },
  }
}
