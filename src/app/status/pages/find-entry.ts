import type { RouteRequest } from '../../../http/route.ts'
import type { AdminSessions } from './admin-session.ts'
import { isFromThisMachine } from './local-request.ts'
import type { CLOSED } from './login-words.ts'

export interface EntryOptions {
  trustsProxy: boolean
}

/** Whether the page opens: at once, after a login, or not at all, and why not. */
type Entry = 'open' | 'login' | keyof typeof CLOSED

export type EntryFinder = ReturnType<typeof createEntryFinder>

/** Creates the decision who may enter; without `ADMIN_TOKEN` there are no sessions. */
export function createEntryFinder({ trustsProxy }: EntryOptions, sessions: AdminSessions | undefined) {
  return ({ request, client }: Pick<RouteRequest, 'request' | 'client'>): Entry => {
    if (!sessions) return !trustsProxy && isFromThisMachine(request) ? 'open' : 'no_token'
    // Clients of a proxy that is not trusted may use plain HTTP, and would share the tries to log in of one address.
    if (!client.isHttps && !isFromThisMachine(request)) return 'plain'
    return sessions.has(request.headers.cookie) ? 'open' : 'login'
  }
}
