import type { Payload } from './compose.ts'
import type { Route } from './routes.ts'

/** A request of the bot. */
export interface SimRequest {
  method: string
  /** Decoded, without `/api/v10` and the query. */
  path: string
  /** The kind of request. */
  route: Route['name']
  /** Arrival time, by `performance.now()`. */
  at: number
  /** The status of the answer; 0 without an answer. */
  status: number
  /** The parsed JSON; for a form, its `payload_json`. */
  body: unknown
  files: { name: string; size: number; text: string }[]
}

/** Creates the record of a new request. */
export function toRecord(method: string, path: string, route: Route['name'], payload: Payload | undefined): SimRequest {
  const uploads = [...(payload?.uploads.values() ?? [])]
  return {
    method,
    path,
    route,
    at: performance.now(),
    status: 0,
    body: payload?.json,
    files: uploads.map(({ name, data }) => ({
      name,
      size: data.length,
      // Decoded on demand only.
      get text() {
        return data.toString()
      },
    })),
  }
}
