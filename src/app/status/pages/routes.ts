import { servedOnce } from '../../../http/document.ts'
import { HttpError } from '../../../http/errors.ts'
import { PAGE_HEADERS } from '../../../http/page.ts'
import { route, type Route, type RouteRequest } from '../../../http/route.ts'
import { copyJson } from '../../../lib/copy-json.ts'
import type { Status } from '../../../model/status.ts'
import { createEntryCheck, type EntryOptions } from './check-entry.ts'
import { isCrossSite } from './local-request.ts'

export interface StatusRoutesOptions extends EntryOptions {
  /** The HTML of the page; undefined when it is not built. */
  page: Buffer | undefined
  readStatus: () => Promise<Status>
  hideSecrets: (text: string) => string
}

/** Routes of the status page, and of the state as JSON. Read-only. */
export function createStatusRoutes(options: StatusRoutesOptions): Route[] {
  const { page, readStatus, hideSecrets } = options
  const checkEntry = createEntryCheck(options)
  const servePage = page && servedOnce(PAGE_HEADERS, () => page)
  const hidden = { method: 'GET', tag: 'Operation', summary: '', responses: {}, cost: 'free' } as const
  const readInput = (given: RouteRequest) => given
  return [
    route({
      ...hidden,
      path: '/status',
      readInput,
      handle(_, asked) {
        checkEntry(asked)
        return servePage?.() ?? { kind: 'empty', status: 303, headers: { location: '/status/state' } }
      },
    }),
    route({
      ...hidden,
      path: '/status/state',
      readInput,
      async handle(_, asked) {
        checkEntry(asked)
        // Checked, because `CORS_ORIGINS` would let a page of another origin read the state when no password is needed.
        if (isCrossSite(asked.request))
          throw new HttpError('not_found', 'Open /status itself; other websites cannot read it.')
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        return { kind: 'page', headers, body: JSON.stringify(copyJson(await readStatus(), hideSecrets)) }
      },
    }),
  ]
}
