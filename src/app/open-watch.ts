import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { toLogFacts, type RapsheetError } from '../model/error.ts'
import { createHeldDatabase } from '../cluster/held-database.ts'
import type { Lease } from '../database/leases.ts'
import { listWatchedFacts } from '../watch/list-watches.ts'
import type { ListedGuild } from '../outbox/record-guild-listing.ts'
import { createInteractionRecorder } from '../outbox/record-interactions.ts'
import { createNameRecorder } from '../watch/history.ts'
import type { Observer } from '../watch/observe.ts'
import { createWatchWork, type WatchWorkOptions } from '../watch/sweep.ts'
import type { ReportFailure } from '../model/status.ts'
import type { AppContext } from './app-context.ts'
import { keepHouse, type HouseContext, type HousekeepingContext } from './keep-house.ts'
import type { SteamPart } from './open-steam.ts'
import { readStoredStatus } from './status/read-stored-status.ts'

const LEASE_TAKEN = 'this process sweeps the watch lists'
const LEASE_LOST = 'this process no longer sweeps the watch lists'

interface WatchPartOptions extends Omit<AppContext, 'policies' | 'databaseProblem'> {
  steam: Pick<SteamPart, 'context'>
  observer: Observer
  database: Database
}

/** The operations of Discord that watch lists and policies need. */
export interface WatchWork {
  deliveries: WatchWorkOptions['deliveries']
  /** Lists the servers of the bot; rejects when the listing is incomplete. */
  listGuilds: (signal: AbortSignal) => Promise<ListedGuild[]>
}

export type WatchPart = ReturnType<typeof openWatch>

/** Creates the context of the watch lists, and their background work. */
export function openWatch(options: WatchPartOptions) {
  const { settings, steam, observer, database, clock, metrics, log, onFailure, reportError } = options
  const { intervalSeconds, ...limits } = settings.watch
  const { callsPerDay } = settings.steam
  const { watched, onNews } = observer
  const noteInteraction = createInteractionRecorder({ database, clock })
  const noteName = createNameRecorder({ database, clock, watched })
  const context: HousekeepingContext = {
    ...steam.context,
    database,
    clock,
    limits,
    intervalSeconds,
    watched,
    onNews,
    published: settings.published,
    onName(steamId, name) {
      noteName(steamId, name).catch((error: unknown) => reportError('name', error))
    },
  }
  metrics.watchLists()

  const held = createHeldDatabase(database)
  const heldContext: HouseContext = { ...context, database: held.database }
  const failures = createFailureLog(log, onFailure)
  return {
    context,
    /** What the list of a server knows of its accounts, the newest entry first. */
    watchedFacts: (guildId: string) => listWatchedFacts(database, guildId),
    /** To be called for every interaction in a server with its locale; never throws. */
    onGuild(guildId: string, locale: string): void {
      noteInteraction(guildId, locale).catch((error: unknown) => reportError('interaction', error))
    },
    /** The context for work that only one process may do at a time: it writes only while this process holds the lease. */
    heldContext,
    /** Creates the background work of the holder of the lease: sweeps, alerts, messages about refusals, and hourly work. */
    createWork: ({ deliveries, listGuilds }: WatchWork) =>
      createWatchWork({
        context: heldContext,
        callsPerDay,
        deliveries,
        removeOutdated: (signal) => keepHouse(heldContext, listGuilds, log, signal),
        async report() {
          const reading = readStoredStatus({ ...context, callsPerDay })
          metrics.onStoredStatus(await reading.catch(() => undefined))
          await reading
        },
        onChanges: metrics.onBanChanges,
        onSweep(report) {
          if (report.failedCalls === 0) failures.end()
          log.info(report, 'sweep')
        },
        onFailure: failures.begin,
        onError: reportError,
      }),
    /** To be called with the lease when the work begins, and with undefined when it has ended. */
    onWork(lease: Lease | undefined): void {
      held.hold(lease)
      metrics.onWatchLease(lease !== undefined)
      log.info(lease ? LEASE_TAKEN : LEASE_LOST)
    },
  }
}

/** Logs each kind of failure once, until a sweep had none. */
function createFailureLog(log: Logger, onFailure: ReportFailure) {
  const logged = new Set<string>()
  return {
    begin(error: RapsheetError): void {
      if (logged.has(error.code)) return
      logged.add(error.code)
      onFailure({ level: 'warn', code: error.code, where: 'sweep' })
      log.warn({ code: error.code, ...toLogFacts(error) }, 'watched accounts could not be checked; a later call will')
    },
    end: () => logged.clear(),
  }
}
