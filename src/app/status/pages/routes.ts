import { servedOnce } from '../../../http/document.ts'
import { HttpError } from '../../../http/errors.ts'
import { readForm } from '../../../http/input.ts'
import { PAGE_HEADERS } from '../../../http/page.ts'
import { route, type Route, type RouteRequest, type RouteResult } from '../../../http/route.ts'
import type { Clock } from '../../../lib/clock.ts'
import { copyJson } from '../../../lib/copy-json.ts'
import type { Status } from '../../../model/status.ts'
import { type AdminSessions, createAdminSessions, ENDED_SESSION } from './admin-session.ts'
import { createEntryFinder, type EntryFinder, type EntryOptions, isCrossSite } from './local-request.ts'
import { closedPage, formPage, linkPage, LOGIN_HEADERS, STYLE, STYLE_PATH, wordsOf } from './login-page.ts'
import { createLoginTries } from './login-tries.ts'
import { CLOSED } from './login-words.ts'

export interface StatusRoutesOptions extends EntryOptions {
  /** SHA-256 of `ADMIN_TOKEN`; undefined if it is not set. */
  tokenHash: string | undefined
  /** The HTML of the page; undefined when it is not built. */
  page: Buffer | undefined
  readStatus: () => Promise<Status>
  hideSecrets: (text: string) => string
  clock: Clock
}

/** How long clients may cache the style sheet of the form. */
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
        // Checked, because `CORS_ORIGINS` would let a page of another origin read the state when no session is needed.
        if (isCrossSite(request))
          throw new HttpError('not_found', 'Open /status itself; other websites cannot read it.')
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        return { kind: 'page', headers, body: JSON.stringify(copyJson(await readStatus(), hideSecrets)) }
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

const MAX_FORM_BYTES = 4 * 1024
const TO_STATUS = { location: '/status' }

interface LoginRoutesOptions {
  /** The sessions; undefined if `ADMIN_TOKEN` is not set. */
  sessions: AdminSessions | undefined
  findEntry: EntryFinder
  clock: Clock
}

/** Routes that begin and end a session of the operator. */
function createLoginRoutes({ sessions, findEntry, clock }: LoginRoutesOptions): Route[] {
  const tries = createLoginTries(clock)
  const hidden = { method: 'POST', tag: 'Operation', summary: '', responses: {}, cost: 'free' } as const
  const readInput = (given: RouteRequest) => given

  const logIn = async ({ request, client }: RouteRequest): Promise<RouteResult> => {
    const token = (await readForm(request, clock, MAX_FORM_BYTES)).get('token')?.trim() ?? ''
    const words = wordsOf(request)
    const entry = findEntry({ request, client })
    if (entry === 'no_token' || entry === 'plain' || !sessions) return closedPage(request, entry)
    if (isCrossSite(request)) return formPage(words, new HttpError('unauthorized', words.crossSite))
    const waitSeconds = tries.take(client.limitKey)
    if (waitSeconds > 0) {
      const headers = { 'retry-after': String(waitSeconds) }
      return formPage(words, new HttpError('rate_limited', words.tooMany({ seconds: waitSeconds }), headers))
    }
    const cookie = sessions.open(token)
    if (cookie === undefined) return formPage(words, new HttpError('unauthorized', words.wrong))
    tries.forget(client.limitKey)
    return { kind: 'empty', status: 303, headers: { ...TO_STATUS, 'set-cookie': cookie } }
  }

  return [
    // After a refused token the browser shows this address. When the user opens it from the address bar, the browser sends GET.
    route({
      ...hidden,
      method: 'GET',
      path: '/status/login',
      handle: () => ({ kind: 'empty', status: 303, headers: TO_STATUS }),
    }),
    route({ ...hidden, path: '/status/login', readInput, handle: (_, given) => logIn(given) }),
    route({
      ...hidden,
      path: '/status/logout',
      readInput,
      refusesBody: true,
      handle: (_, { request }) => {
        const headers = isCrossSite(request) ? TO_STATUS : { ...TO_STATUS, 'set-cookie': ENDED_SESSION }
        return { kind: 'empty', status: 303, headers }
      },
    }),
  ]
}
