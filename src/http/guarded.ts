import { API_ERRORS } from './error-codes.ts'
import { HttpError, toErrorResponse, type ErrorResponse } from './errors.ts'

/** The statuses that no game server takes for a permission. */
const SAFE_STATUSES = new Set([400, 401, 405, 429, 503])

/** Converts an error to the response of a guarded request (`Destination.isGuarded`): never a 404, a redirect or a 500. */
export function toGuardedResponse(error: unknown, requestId: string): ErrorResponse {
  const response = toErrorResponse(error, requestId)
  if (SAFE_STATUSES.has(response.status)) return response
  const isMistake = error instanceof HttpError && response.status < 500
  const code = isMistake ? 'bad_game_request' : 'verdict_unknown'
  const { location: _, ...headers } = response.headers
  if (!isMistake) headers['retry-after'] ??= '5'
  return { status: API_ERRORS[code].status, headers, body: { ...response.body, code } }
}
