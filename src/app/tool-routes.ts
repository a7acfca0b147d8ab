import type { Context } from '../accounts/context.ts'
import type { BanRoutesContext } from '../bans/http/ban-context.ts'
import { createBanRoutes } from '../bans/http/ban-routes.ts'
import type { Route } from '../http/route.ts'

/** What the routes of tools need. */
export type ToolRoutesContext = BanRoutesContext

/**
 * The routes that only tools use. They are documented in every process; without a database, no token is valid, so that none of them is
 * called.
 */
export function createToolRoutes(context: ToolRoutesContext | undefined): Route<Context>[] {
  const contextOf = () => {
    if (!context) throw new Error('a tool was let in although there is no database')
    return context
  }
  return [...createBanRoutes(contextOf)]
}
