import type { Route } from '../../http/route.ts'
import type { BanRoutesContext } from './ban-context.ts'
import { createEntryRoutes } from './entry-routes.ts'
import { createFileRoutes } from './file-routes.ts'

/** The routes of the ban list of a Discord server. `contextOf` is called for requests with a valid token only. */
export const createBanRoutes = (contextOf: () => BanRoutesContext): Route[] => [
  ...createEntryRoutes(contextOf),
  ...createFileRoutes(contextOf),
]
