import type { Context } from '../accounts/context.ts'
import type { BanRoutesContext } from '../bans/http/ban-context.ts'
import { createBanRoutes } from '../bans/http/ban-routes.ts'
import type { EventRepositories } from '../events/database/repositories.ts'
import { createEventRoutes, type EventRoutesContext } from '../events/http/event-routes.ts'
import type { ReadEventsCursor } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { createJoinRoutes, type JoinRoutesContext } from '../policy/http/join-routes.ts'
import { toolTokenRoute } from '../tokens/http/token-route.ts'
import { createWatchRoutes, type WatchRoutesContext } from '../watch/http/watch-routes.ts'
import type { Database } from './database.ts'

/** What the routes of tools need. */
export interface ToolRoutesContext extends BanRoutesContext, WatchRoutesContext, JoinRoutesContext, EventRoutesContext {
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
