import type { Context } from '../accounts/context.ts'
import type { ListFileReader } from '../bans/formats/list-file-reader.ts'
import { createBanRoutes } from '../bans/http/ban-routes.ts'
import type { BanRoutesContext } from '../bans/http/file-routes.ts'
import type { EventRepositories } from '../events/database/repositories.ts'
import { createEventFollowers } from '../events/follow-events.ts'
import { createEventRoutes, type EventRoutesContext } from '../events/http/event-routes.ts'
import { endOfEvents } from '../events/read-events.ts'
import type { ToolTokens } from '../http/access.ts'
import type { ReadEventsCursor } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { serverIsStopping } from '../model/error.ts'
import { createJoinRoutes } from '../policy/http/join-routes.ts'
import type { PolicyAccess } from '../policy/policies.ts'
import { toolTokenRoute } from '../tokens/http/token-route.ts'
import { createWatchRoutes, type WatchRoutesContext } from '../watch/http/watch-routes.ts'
import type { Observer } from '../watch/observe.ts'
import type { AppContext } from './app-context.ts'
import type { Database, Repositories } from './database.ts'
import type { StoredPoliciesPart } from './open-policies.ts'

/** The tokens of tools, and the lists of Discord servers that they read and change. */
export interface ToolsPart {
  tokens: ToolTokens
  lists: ToolRoutesContext
  /** Ends the streams of events, so that tools go on with another process; to be called when the service begins to stop. */
  stop: () => void
}

/** What the routes of tools need. */
export interface ToolRoutesContext extends BanRoutesContext, WatchRoutesContext, EventRoutesContext {
  database: Database
  clock: WatchRoutesContext['clock']
  eventsCursor: ReadEventsCursor<EventRepositories>
}

/**
 * The routes that only tools use. They are documented in every process; without a database, no token is valid, so that none of them is
 * called.
 */
export function createToolRoutes(context: ToolRoutesContext | undefined): Route<Context>[] {
  const contextOf = () => {
    if (!context) throw new Error('a tool was let in although there is no database')
    return context
  }
  return [
    toolTokenRoute,
    ...createBanRoutes(contextOf),
    ...createWatchRoutes(contextOf),
    ...createJoinRoutes(contextOf),
    ...createEventRoutes(contextOf),
  ]
}

interface ToolsOptions extends Pick<AppContext, 'settings' | 'clock' | 'reportError'> {
  context: Context
  policies: Pick<PolicyAccess, 'mayToolsAskSteam'>
  stored: Pick<StoredPoliciesPart, 'bans' | 'tools'> | undefined
  observer: Observer | undefined
  database: Database | undefined
  listReader: ListFileReader
}

/** The tokens of tools, and the lists and events of Discord servers that they read and change; undefined without a database. */
export function openTools(options: ToolsOptions): ToolsPart | undefined {
  const { settings, clock, context, policies, stored, observer, database, listReader } = options
  if (!stored || !observer || !database) return undefined
  const events = toEvents(database, options)
  const lists: ToolRoutesContext = {
    ...events,
    database,
    clock,
    bans: stored.bans,
    banLimits: settings.bans,
    listReader,
    limits: settings.watch,
    steam: context.steam,
    onNews: observer.onNews,
    watched: observer.watched,
    mayToolsAskSteam: policies.mayToolsAskSteam,
    async rememberedName(steamId) {
      const summary = await context.staleAnswers.getSummary(steamId)
      if (summary?.value) return summary.value.personaname
      const [newest] = await database.read(({ accountNames }) => accountNames.list(steamId))
      return newest?.name ?? ''
    },
    isValid: stored.tools.isValid,
  }
  return { tokens: stored.tools, lists, stop: () => events.followers.stop(serverIsStopping()) }
}

/** The events that tools follow. */
function toEvents(database: Database, { clock, reportError }: ToolsOptions) {
  const followers = createEventFollowers({
    database,
    clock,
    onError: (error) => reportError('events', error),
  })
  const eventsCursor = (repositories: Pick<Repositories, 'events' | 'meta'>, guildId: string) =>
    endOfEvents(repositories, guildId, clock.unixSeconds())
  return { followers, eventsCursor }
}
