import type { Status } from '../../../model/status.ts'
import { HttpError } from '../../../http/errors.ts'
import { stringifyHidden } from '../../../http/stringify-hidden.ts'
import { PAGE_HEADERS } from '../../../http/page.ts'
import { route, type Route, type RouteRequest } from '../../../http/route.ts'
import { servedOnce } from '../../../http/served-once.ts'
import { createAdminSessions } from './admin-session.ts'
import { createEntryFinder, type EntryOptions } from './find-entry.ts'
import { isCrossSite } from './local-request.ts'
import { closedPage, formPage, LOGIN_HEADERS, linkPage, STYLE, STYLE_PATH, wordsOf } from './login-page.ts'
import { createLoginRoutes } from './login-routes.ts'
import { CLOSED } from './login-words.ts'
import type { Clock } from '../../../lib/clock.ts'

export interface StatusRoutesOptions extends EntryOptions {
  /** SHA-256 of `ADMIN_TOKEN`; undefined where it is not set. */
  tokenHash: string | undefined
  /** The HTML of the page; undefined when it is not built. */
  page: Buffer | undefined
  readStatus: () => Promise<Status>
  hideSecrets: (text: string) => string
  clock: Clock
}

/** Clients may keep the style of the form for so long. */
const STYLE_CACHE_CONTROL = 'public, max-age=3600'

/** Routes of the status page: the page or its login, the state as JSON, login and logout. Read-only. */
export function createStatusRoutes(options: StatusRoutesOptions): Route[] {
  const { page, readStatus, hideSecrets, tokenHash, clock } = options
  const sessions = tokenHash === undefined ? undefined : createAdminSessions(tokenHash, clock)
  const findEntry = createEntryFinder(options, sessions)
  const servePage = page && servedOnce(PAGE_HEADERS, () => page)
  const hidden = { method: 'GET', tag: 'Operation', summary: '', responses: {}, cost: 'free' } as const
  const readInput = (given: RouteRequest) => given
  return [
    route({
      ...hidden,
      path: '/status',
      readInput,
      handle(_, { request, client }) {
        const entry = findEntry({ request, client })
        if (entry === 'login') return formPage(wordsOf(request))
        if (entry !== 'open') return closedPage(request, entry)
        return servePage ? servePage() : { kind: 'page', headers: LOGIN_HEADERS, body: linkPage(wordsOf(request)) }
      },
    }),
    route({
      ...hidden,
      path: '/status/state',
      readInput,
      async handle(_, { request, client }) {
        const entry = findEntry({ request, client })
        if (entry === 'login') throw new HttpError('unauthorized', 'Log in at /status first; a session lasts 12 hours.')
        if (entry !== 'open') throw new HttpError('not_found', CLOSED[entry])
        // Where there is no session, CORS_ORIGINS would let a page of another origin read it.
        if (isCrossSite(request))
          throw new HttpError('not_found', 'Open /status itself; other websites cannot read it.')
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        return { kind: 'page', headers, body: stringifyHidden(await readStatus(), hideSecrets) }
      },
    }),
    ...createLoginRoutes({ sessions, findEntry, clock }),
    route({
      ...hidden,
      path: STYLE_PATH,
      handle: () => ({
        kind: 'page',
        headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': STYLE_CACHE_CONTROL },
        body: STYLE,
      }),
    }),
  ]
}
