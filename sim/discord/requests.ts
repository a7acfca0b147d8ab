import type { Payload } from './compose.ts'
import type { Route } from './routes.ts'

/** A request the bot made. */
export interface SimRequest {
  method: string
  /** Decoded, without `/api/v10` and the query. */
  path: string
  /** The kind of request. */
  route: Route['name']
  /** When it had arrived, by `performance.now()`. */
  at: number
  /** What it was answered; 0 while it is not, or never will be. */
  status: number
  /** The parsed JSON, of a form its `payload_json`. */
  body: unknown
  files: { name: string; size: number; text: string }[]
}

/** Makes the record of a request that has just arrived. */
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
      // Pictures are not worth decoding until somebody looks.
      get text() {
        return data.toString()
      },
    })),
  }
}
