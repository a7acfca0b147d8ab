import { keysOf } from '../model/objects.ts'
import type { ErrorCode } from '../model/error.ts'

interface ApiErrorDescription {
  status: number
  /** When the status differs from `status`, and what it is then. */
  except?: string
  meaning: string
  /** What a client should do about the error. */
  action: string
}

const RETRY = 'Wait for the seconds in `Retry-After`, then try again.'

/** Errors of HTTP itself, which occur before a use case is called. */
const HTTP_ERRORS = {
  https_required: {
    status: 308,
    meaning: 'The request came over plain HTTP.',
    action: 'Repeat it at the URL in `Location`, and use `https://` from then on.',
  },
  bad_request: {
    status: 400,
    meaning: 'The request is not well-formed HTTP, or its `Host` header is missing or malformed.',
    action: 'Correct the client or the proxy in between. The connection is closed.',
  },
  missing_parameter: {
    status: 400,
    meaning: 'A required query parameter or body field is missing; names are case-sensitive.',
    action: 'Send it, spelled exactly as documented.',
  },
  repeated_parameter: { status: 400, meaning: 'A query parameter is given more than once.', action: 'Give it once.' },
  invalid_parameter: {
    status: 400,
    meaning:
      'A parameter, header or field has the wrong type, is empty or too long, or is not a SteamID64 where one is required; or the list of an import has nothing that can be read, or rounded ids.',
    action: 'Correct the value that the message names.',
  },
  unlisted_field: {
    status: 400,
    meaning: 'The body has a field that the endpoint does not accept.',
    action: 'Send only the documented fields.',
  },
  not_json: {
    status: 400,
    meaning:
      'The body is not a JSON object, or not the JSON that its `Content-Type` announces; is compressed; or its `Content-Type` is not one that the endpoint accepts.',
    action:
      'Send an uncompressed JSON object with `Content-Type: application/json`; of an import, the body may also be `text/plain` or `text/csv`.',
  },
  unexpected_body: {
    status: 400,
    meaning: 'The request has a body, and the endpoint takes none: no `GET` does.',
    action: 'Send it without a body.',
  },
  same_account: {
    status: 400,
    meaning: 'Both parameters of a comparison name the same account.',
    action: 'Give two different accounts.',
  },
  token_in_url: {
    status: 400,
    meaning:
      'The query string contains a token. URLs are stored in logs, so the token must be considered known to others.',
    action: 'Replace the token, and send the new one in the header: `Authorization: Bearer <token>`.',
  },
  bad_game_request: {
    status: 400,
    meaning:
      'The request is below `/game`, or ends in 17 digits at an unknown path, and is not `GET /game/<token>/<SteamID64>` over HTTPS.',
    action: 'Correct `server.bansServerEndpoint` of the game server.',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor is damaged, or belongs to another list or another Discord server; the message says which.',
    action:
      'Use a cursor as it was sent, with the token of the same Discord server; otherwise read the list from its start.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The token is missing, wrong, expired or revoked.',
    action: 'Send a valid token: `Authorization: Bearer <token>`. In Discord, `/token create` creates one for a tool.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The token of the tool lacks the scope that the message names.',
    action: 'Create a token with this scope: `/token create` in Discord.',
  },
  user_agent_required: {
    status: 403,
    meaning: 'The `User-Agent` of a lookup is absent or shorter than 5 characters.',
    action: 'Send one that names your application and a contact address.',
  },
  origin_refused: {
    status: 403,
    meaning: 'A browser asks (`OPTIONS`) for a web page whose origin is not in `CORS_ORIGINS` of this server.',
    action: 'Ask the operator to add the origin, or call the API from a server.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no endpoint at this path.',
    action: 'Correct the path; `/docs` lists all endpoints.',
  },
  not_banned: {
    status: 404,
    meaning: 'The account has no active ban on the list of the Discord server.',
    action: 'Treat it as lifted. Steam may still have banned it.',
  },
  not_watched: {
    status: 404,
    meaning: 'The account is not on the watch list of the Discord server.',
    action: 'Treat it as removed.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The endpoint does not accept this method.',
    action: 'Use one of the methods in `Allow`.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The headers or the body did not arrive in time, or a list could not be read in time.',
    action: 'Send the whole request at once; send a large list in parts.',
  },
  list_full: {
    status: 409,
    meaning: 'The list of the Discord server, or the sum of all lists, has as many entries as it may have.',
    action: 'Remove entries, or ask the operator to raise the limit.',
  },
  account_exempted: {
    status: 409,
    meaning: 'An exception of the policy lets the account in, so it cannot be banned.',
    action: 'Remove the exception first: `/policy exceptions` in Discord.',
  },
  import_running: {
    status: 409,
    meaning: 'Another import of the Discord server is running.',
    action: RETRY,
  },
  no_policy: {
    status: 409,
    meaning: 'The Discord server of the token has no policy that could decide.',
    action: 'Create a policy: `/policy edit` in Discord.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'The events after the cursor are no longer stored.',
    action: 'Read the lists again from their start, and follow the events from the new `eventsCursor`.',
  },
  precondition_failed: {
    status: 412,
    meaning:
      'The entry is not as `If-Match` or `If-None-Match` require it: somebody else has changed, added or removed it.',
    action: 'Read the entry, decide again, and send its new `ETag`.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 256 KiB, or 5 MiB for an import.',
    action: 'Send a smaller one.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'The `Expect` header is something other than `100-continue`.',
    action: 'Leave the header out.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The address, the token or the Discord server has used up its lookups, verdicts or requests of this minute, or another export of the Discord server is running.',
    action: `${RETRY} The header \`RateLimit\` of every response shows how many are left. With \`needsWholeMinute\` in the body, make no other request before this one.`,
  },
  too_many_streams: {
    status: 429,
    meaning: 'Too many streams of events of the Discord server are open on this process.',
    action: 'Close one, or wait for the seconds in `Retry-After`.',
  },
  too_many_scans: {
    status: 429,
    meaning: 'Too many friend scans are running for the address.',
    action: 'Wait for one to end, or for the seconds in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request line and headers are larger than 16 KiB.',
    action: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    meaning: 'The request failed unexpectedly.',
    action: 'Try again once; if it fails again, report the `requestId` to the operator.',
  },
  verdict_unknown: {
    status: 503,
    meaning:
      'The policy could not decide on the account. Sent to game servers only; `/api/verdict` says which rule and why.',
    action: 'Do not treat the account as refused, nor as allowed.',
  },
  database_unavailable: {
    status: 503,
    meaning: 'The database of lists cannot be used now.',
    action: `${RETRY} A change is either made completely or not at all.`,
  },
  too_many_connections: {
    status: 503,
    meaning: 'Too many connections are open, from the address or in total.',
    action: 'Close some, or wait for the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ApiErrorDescription>

/** Errors of the service. */
const SERVICE_ERRORS = {
  malformed_account: {
    status: 400,
    meaning: 'The input has none of the supported forms of an account.',
    action: 'Send a SteamID64, a profile link, another form of the ID, or a custom URL name.',
  },
  friends_private: {
    status: 403,
    meaning: 'The friend list is private. Nothing is known about the friends.',
    action: 'Do not repeat the request, and do not treat the list as empty.',
  },
  stats_private: {
    status: 403,
    meaning: 'The game details are private. Nothing is known about the statistics.',
    action: 'Do not repeat the request.',
  },
  image_host_refused: {
    status: 403,
    meaning: 'The host of the image URL is not one of Steam’s image hosts.',
    action: 'Use the image URLs from the answers of this API.',
  },
  account_not_found: {
    status: 404,
    meaning: 'No account matches the input, or the account has no profile any more.',
    action: 'Check the input. Do not treat the account as free of bans.',
  },
  stats_not_found: {
    status: 404,
    meaning: 'Steam has no Rust statistics of the account, or the account does not exist.',
    action: 'Do not repeat the request.',
  },
  key_refused: {
    status: 500,
    meaning: 'Steam refuses the API key of this server.',
    action: 'Ask the operator to replace `STEAM_API_KEY`.',
  },
  not_configured: {
    status: 500,
    meaning: 'This server has no Steam API key.',
    action: 'Ask the operator to set `STEAM_API_KEY`.',
  },
  image_url_malformed: {
    status: 400,
    meaning: 'The image URL is not an absolute https URL of an image host.',
    action: 'Use the image URLs from the answers of this API.',
  },
  image_failed: {
    status: 502,
    meaning: 'The image host did not return a valid image.',
    action: 'Try again later, or show no image.',
  },
  platform_unavailable: {
    status: 503,
    except: 'statistics and inventories: the status of Steam, but 503 for its 401 and 403, and 500 without an answer',
    meaning: 'Steam did not answer, or its answer was not usable. Nothing is known about the account.',
    action: `${RETRY} Do not treat the account as free of bans.`,
  },
  platform_blocked: {
    status: 503,
    meaning:
      'Steam blocks the address of this server. Nothing is known about any account, not even whether it is private.',
    action: `${RETRY} A block can last for two days; tell the operator if it continues.`,
  },
  overloaded: {
    status: 503,
    meaning: 'The server is overloaded, too many requests are waiting for Steam, or too many imports are running.',
    action: RETRY,
  },
  budget_spent: {
    status: 503,
    meaning: 'The calls to Steam that this server may make in a day are used up for this kind of request.',
    action: 'Wait for the seconds in `Retry-After`; the count starts again at 00:00 UTC.',
  },
  stopping: { status: 503, meaning: 'The server is being restarted.', action: RETRY },
} as const satisfies Record<ErrorCode, ApiErrorDescription>

export type HttpErrorCode = keyof typeof HTTP_ERRORS | 'overloaded'
export type ApiErrorCode = keyof typeof HTTP_ERRORS | ErrorCode

/** Status, meaning and remedy of every error code; also used for the OpenAPI document and `docs/errors.md`. */
export const API_ERRORS: Readonly<Record<ApiErrorCode, ApiErrorDescription>> = { ...HTTP_ERRORS, ...SERVICE_ERRORS }

/** Every error code, ordered by status. */
export const API_ERROR_CODES = keysOf(API_ERRORS).toSorted(
  (one, other) => API_ERRORS[one].status - API_ERRORS[other].status,
)

/** The error codes as a Markdown table. */
export function errorTable(): string {
  const rows = API_ERROR_CODES.map((code) => {
    const { status, except, meaning, action } = API_ERRORS[code]
    return `| \`${code}\` | ${status}${except === undefined ? '' : ` (${except})`} | ${meaning} | ${action} |`
  })
  return ['| Code | Status | Meaning | What to do |', '|---|---|---|---|', ...rows].join('\n')
}
