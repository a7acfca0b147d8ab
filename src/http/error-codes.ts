import { keysOf } from '../model/objects.ts'
import type { ErrorCode } from '../model/error.ts'

interface ApiErrorDescription {
  status: number
  meaning: string
  /** What a client should do about the error. */
  action: string
  /** When the status differs from `status`, and what it is then. */
  except: string | undefined
}

const RETRY = 'Wait for the seconds in `Retry-After`, then try again.'

/** Every error code by its status, with its meaning, what a client should do, and when the status differs; first those of HTTP itself. */
const BY_STATUS = {
  308: {
    https_required: [
      'The request came over plain HTTP.',
      'Repeat it at the URL in `Location`, and use `https://` from then on.',
    ],
  },
  400: {
    bad_request: [
      'The request is not well-formed HTTP, or its `Host` header is missing or malformed.',
      'Correct the client or the proxy in between. The connection is closed.',
    ],
    missing_parameter: [
      'A required query parameter or body field is missing; names are case-sensitive.',
      'Send it, spelled exactly as documented.',
    ],
    repeated_parameter: ['A query parameter is given more than once.', 'Give it once.'],
    invalid_parameter: [
      'A parameter, header or field has the wrong type, is empty or too long, or is not a SteamID64 where one is required; or the list of an import has nothing that can be read, or rounded ids.',
      'Correct the value that the message names.',
    ],
    unlisted_field: ['The body has a field that the endpoint does not accept.', 'Send only the documented fields.'],
    not_json: [
      'The body is not a JSON object, or not the JSON that its `Content-Type` announces; is compressed; or its `Content-Type` is not one that the endpoint accepts.',
      'Send an uncompressed JSON object with `Content-Type: application/json`; of an import, the body may also be `text/plain` or `text/csv`.',
    ],
    unexpected_body: ['The request has a body, and the endpoint takes none: no `GET` does.', 'Send it without a body.'],
    same_account: ['Both parameters of a comparison name the same account.', 'Give two different accounts.'],
    token_in_url: [
      'The query string contains a token. URLs are stored in logs, so the token must be considered known to others.',
      'Replace the token, and send the new one in the header: `Authorization: Bearer <token>`.',
    ],
    bad_game_request: [
      'The request is below `/game`, or ends in 17 digits at an unknown path, and is not `GET /game/<token>/<SteamID64>` over HTTPS.',
      'Correct `server.bansServerEndpoint` of the game server.',
    ],
    invalid_cursor: [
      'The cursor is damaged, or belongs to another list or another Discord server; the message says which.',
      'Use a cursor as it was sent, with the token of the same Discord server; otherwise read the list from its start.',
    ],
    malformed_account: [
      'The input has none of the supported forms of an account.',
      'Send a SteamID64, a profile link, another form of the ID, or a custom URL name.',
    ],
    image_url_malformed: [
      'The image URL is not an absolute https URL of an image host.',
      'Use the image URLs from the answers of this API.',
    ],
  },
  401: {
    unauthorized: [
      'The token is missing, wrong, expired or revoked.',
      'Send a valid token: `Authorization: Bearer <token>`. In Discord, `/token create` creates one for a tool.',
    ],
  },
  403: {
    scope_missing: [
      'The token of the tool lacks the scope that the message names.',
      'Create a token with this scope: `/token create` in Discord.',
    ],
    user_agent_required: [
      'The `User-Agent` of a lookup is absent or shorter than 5 characters.',
      'Send one that names your application and a contact address.',
    ],
    origin_refused: [
      'A browser asks (`OPTIONS`) for a web page whose origin is not in `CORS_ORIGINS` of this server.',
      'Ask the operator to add the origin, or call the API from a server.',
    ],
    friends_private: [
      'The friend list is private. Nothing is known about the friends.',
      'Do not repeat the request, and do not treat the list as empty.',
    ],
    stats_private: [
      'The game details are private. Nothing is known about the statistics.',
      'Do not repeat the request.',
    ],
    image_host_refused: [
      'The host of the image URL is not one of Steam’s image hosts.',
      'Use the image URLs from the answers of this API.',
    ],
  },
  404: {
    not_found: ['There is no endpoint at this path.', 'Correct the path; `/docs` lists all endpoints.'],
    not_banned: [
      'The account has no active ban on the list of the Discord server.',
      'Treat it as lifted. Steam may still have banned it.',
    ],
    not_watched: ['The account is not on the watch list of the Discord server.', 'Treat it as removed.'],
    account_not_found: [
      'No account matches the input, or the account has no profile any more.',
      'Check the input. Do not treat the account as free of bans.',
    ],
    stats_not_found: [
      'Steam has no Rust statistics of the account, or the account does not exist.',
      'Do not repeat the request.',
    ],
  },
  405: {
    method_not_allowed: ['The endpoint does not accept this method.', 'Use one of the methods in `Allow`.'],
  },
  408: {
    request_timeout: [
      'The headers or the body did not arrive in time, or a list could not be read in time.',
      'Send the whole request at once; send a large list in parts.',
    ],
  },
  409: {
    list_full: [
      'The list of the Discord server, or the sum of all lists, has as many entries as it may have.',
      'Remove entries, or ask the operator to raise the limit.',
    ],
    account_exempted: [
      'An exception of the policy lets the account in, so it cannot be banned.',
      'Remove the exception first: `/policy exceptions` in Discord.',
    ],
    import_running: ['Another import of the Discord server is running.', RETRY],
    no_policy: [
      'The Discord server of the token has no policy that could decide.',
      'Create a policy: `/policy edit` in Discord.',
    ],
  },
  410: {
    cursor_expired: [
      'The events after the cursor are no longer stored.',
      'Read the lists again from their start, and follow the events from the new `eventsCursor`.',
    ],
  },
  412: {
    precondition_failed: [
      'The entry is not as `If-Match` or `If-None-Match` require it: somebody else has changed, added or removed it.',
      'Read the entry, decide again, and send its new `ETag`.',
    ],
  },
  413: {
    body_too_large: ['The body is larger than 256 KiB, or 5 MiB for an import.', 'Send a smaller one.'],
  },
  417: {
    expectation_failed: ['The `Expect` header is something other than `100-continue`.', 'Leave the header out.'],
  },
  429: {
    rate_limited: [
      'The address, the token or the Discord server has used up its lookups, verdicts or requests of this minute, or another export of the Discord server is running.',
      `${RETRY} The header \`RateLimit\` of every response shows how many are left. With \`needsWholeMinute\` in the body, make no other request before this one.`,
    ],
    too_many_streams: [
      'Too many streams of events of the Discord server are open on this process.',
      'Close one, or wait for the seconds in `Retry-After`.',
    ],
    too_many_scans: [
      'Too many friend scans are running for the address.',
      'Wait for one to end, or for the seconds in `Retry-After`.',
    ],
  },
  431: {
    headers_too_large: ['The request line and headers are larger than 16 KiB.', 'Send fewer or shorter headers.'],
  },
  500: {
    internal: [
      'The request failed unexpectedly.',
      'Try again once; if it fails again, report the `requestId` to the operator.',
    ],
    key_refused: ['Steam refuses the API key of this server.', 'Ask the operator to replace `STEAM_API_KEY`.'],
    not_configured: ['This server has no Steam API key.', 'Ask the operator to set `STEAM_API_KEY`.'],
  },
  502: {
    image_failed: ['The image host did not return a valid image.', 'Try again later, or show no image.'],
  },
  503: {
    verdict_unknown: [
      'The policy could not decide on the account. Sent to game servers only; `/api/verdict` says which rule and why.',
      'Do not treat the account as refused, nor as allowed.',
    ],
    database_unavailable: [
      'The database of lists cannot be used now.',
      `${RETRY} A change is either made completely or not at all.`,
    ],
    too_many_connections: [
      'Too many connections are open, from the address or in total.',
      'Close some, or wait for the seconds in `Retry-After`.',
    ],
    platform_unavailable: [
      'Steam did not answer, or its answer was not usable. Nothing is known about the account.',
      `${RETRY} Do not treat the account as free of bans.`,
      'statistics and inventories: the status of Steam, but 503 for its 401 and 403, and 500 without an answer',
    ],
    platform_blocked: [
      'Steam blocks the address of this server. Nothing is known about any account, not even whether it is private.',
      `${RETRY} A block can last for two days; tell the operator if it continues.`,
    ],
    overloaded: [
      'The server is overloaded, too many requests are waiting for Steam, or too many imports are running.',
      RETRY,
    ],
    budget_spent: [
      'The calls to Steam that this server may make in a day are used up for this kind of request.',
      'Wait for the seconds in `Retry-After`; the count starts again at 00:00 UTC.',
    ],
    stopping: ['The server is being restarted.', RETRY],
  },
} as const satisfies Record<number, Record<string, readonly [meaning: string, action: string, except?: string]>>

type ByStatus = typeof BY_STATUS
export type ApiErrorCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus]
/** The codes of requests that the HTTP layer refuses. */
export type HttpErrorCode = Exclude<ApiErrorCode, Exclude<ErrorCode, 'overloaded'>>

/** Status, meaning and remedy of every error code, ordered by status; also used for the OpenAPI document and `docs/tools/errors.md`. */
export const API_ERRORS = Object.fromEntries(
  Object.entries<Record<string, readonly [string, string, string?]>>(BY_STATUS).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, [meaning, action, except]]) => [
      code,
      { status: Number(status), meaning, action, except },
    ]),
  ),
) as Readonly<Record<ApiErrorCode, ApiErrorDescription>>

export const API_ERROR_CODES = keysOf(API_ERRORS)

/** The error codes as a Markdown table. */
export function errorTable(): string {
  const rows = API_ERROR_CODES.map((code) => {
    const { status, except, meaning, action } = API_ERRORS[code]
    return `| \`${code}\` | ${status}${except === undefined ? '' : ` (${except})`} | ${meaning} | ${action} |`
  })
  return ['| Code | Status | Meaning | What to do |', '|---|---|---|---|', ...rows].join('\n')
}
