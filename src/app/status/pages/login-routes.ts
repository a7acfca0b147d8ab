import type { Clock } from '../../../lib/clock.ts'
import { HttpError } from '../../../http/errors.ts'
import { readForm } from '../../../http/input.ts'
import { route, type Route, type RouteRequest, type RouteResult } from '../../../http/route.ts'
import { ENDED_SESSION, type AdminSessions } from './admin-session.ts'
import type { EntryFinder } from './find-entry.ts'
import { isCrossSite } from './local-request.ts'
import { closedPage, formPage, wordsOf } from './login-page.ts'
import { createLoginTries } from './login-tries.ts'

const MAX_FORM_BYTES = 4 * 1024
const TO_STATUS = { location: '/status' }

interface LoginRoutesOptions {
  /** Undefined where `ADMIN_TOKEN` is not set. */
  sessions: AdminSessions | undefined
  findEntry: EntryFinder
  clock: Clock
}

/** Routes that begin and end a session of the operator. */
export function createLoginRoutes({ sessions, findEntry, clock }: LoginRoutesOptions): Route[] {
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
      return formPage(words, new HttpError('rate_limited', words.tooMany(waitSeconds), headers))
    }
    const cookie = sessions.open(token)
    if (cookie === undefined) return formPage(words, new HttpError('unauthorized', words.wrong))
    tries.forget(client.limitKey)
    return { kind: 'empty', status: 303, headers: { ...TO_STATUS, 'set-cookie': cookie } }
  }

  return [
    // After a refused token the browser shows this address, and opens it with GET from the address bar.
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
