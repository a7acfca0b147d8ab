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

const RETRY = 'Wait `Retry-After` seconds.'

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
      'The request is not well-formed HTTP, or lacks a usable `Host` header.',
      'Correct the client or the proxy. The connection is closed.',
    ],
    missing_parameter: [
      'A required parameter or body field is missing; names are case-sensitive.',
      'Send it, spelled as documented.',
    ],
    repeated_parameter: ['A query parameter is given more than once.', 'Give it once.'],
    invalid_parameter: [
      'A value has the wrong type or length, or is no SteamID64; or an import has nothing to read, or rounded ids.',
      'Correct the value that the message names.',
    ],
    unlisted_field: ['The body has a field that the endpoint does not accept.', 'Send only the documented fields.'],
    not_json: [
      'The body is not JSON, is compressed, or has a `Content-Type` that is not accepted.',
      'Send plain JSON as `application/json`; an import may also be `text/plain` or `text/csv`.',
    ],
    unexpected_body: ['The request has a body, and the endpoint takes none.', 'Send it without a body.'],
    same_account: ['Both parameters of a comparison name the same account.', 'Give two different accounts.'],
    token_in_url: [
      'The query string has a token, which logs may now have.',
      'Replace it, and send the new one in the header `Authorization`.',
    ],
    bad_game_request: [
      'The request looks like one of a game server, but is not `GET /game/<token>/<SteamID64>`, or came over plain HTTP from elsewhere.',
      'Correct `server.bansServerEndpoint`.',
    ],
    invalid_cursor: [
      'The cursor is damaged, or belongs to another list or Discord server.',
      'Send it as it came, with a token of the same Discord server, or read the list anew.',
    ],
    malformed_account: [
      'The input has none of the supported forms of an account.',
      'Send a SteamID64, another form of the ID, a profile link or a custom URL.',
    ],
    image_url_malformed: ['The image URL is not an absolute https URL.', 'Use the image URLs from the answers.'],
  },
  401: {
    unauthorized: [
      'The token is missing, wrong, expired or revoked.',
      'Send a valid `Authorization: Bearer <token>`: for lookups from the operator, for a tool from `/token create`.',
    ],
  },
  403: {
    scope_missing: [
      'The token of the tool lacks the scope that the message names.',
      'Make a token with this scope: `/token create` in Discord.',
    ],
    user_agent_required: [
      'The `User-Agent` of a lookup has fewer than 5 characters.',
      'Send one that names your application and a contact.',
    ],
    origin_refused: [
      'A web page asks (`OPTIONS`) whose origin is not in `CORS_ORIGINS`.',
      'Ask the operator to add the origin, or call from a server.',
    ],
    friends_private: ['The friend list is private: unknown, not empty.', 'Do not repeat it.'],
    stats_private: ['The game details are private. Nothing is known about the statistics.', 'Do not repeat it.'],
    image_host_refused: [
      'The host of the image URL is not one of Steam’s image hosts.',
      'Use the image URLs from the answers.',
    ],
  },
  404: {
    not_found: ['There is no endpoint at this path.', 'Correct the path; `/docs` lists all endpoints.'],
    not_banned: ['The account has no active ban on the list.', 'Treat it as lifted. Steam may still have banned it.'],
    not_watched: ['The account is not on the watch list.', 'Treat it as removed.'],
    account_not_found: [
      'No account matches the input, or the account has no profile any more.',
      'Check the input. Do not treat the account as free of bans.',
    ],
    stats_not_found: ['Steam has no Rust statistics of the account, or it does not exist.', 'Do not repeat it.'],
  },
  405: {
    method_not_allowed: ['The endpoint does not accept this method.', 'Use one of the methods in `Allow`.'],
  },
  408: {
    request_timeout: [
      'The request did not arrive in time, or a list could not be read in time.',
      'Send it at once; send a large list in parts.',
    ],
  },
  409: {
    list_full: [
      'The list of the Discord server, or the sum of all lists, is full.',
      'Remove entries, or ask the operator to raise the limit.',
    ],
    account_exempted: [
      'An exception lets the account in, so it cannot be banned.',
      'Remove the exception first: `/policy exceptions` in Discord.',
    ],
    import_running: ['The Discord server has another import running.', RETRY],
    no_policy: ['The Discord server of the token has no policy.', 'Create a policy: `/policy edit` in Discord.'],
  },
  410: {
    cursor_expired: [
      'Events after the cursor may be missing.',
      'Read the lists again, and follow the new `eventsCursor`.',
    ],
  },
  412: {
    precondition_failed: [
      'Somebody has changed, added or removed the entry: `If-Match` or `If-None-Match` fails.',
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
      'The quota of this minute is used up, or another export is running.',
      `${RETRY} With \`needsWholeMinute\`, send nothing before then.`,
    ],
    too_many_streams: [
      'The Discord server has too many streams of events on this process.',
      'Close one, or wait `Retry-After` seconds.',
    ],
    too_many_scans: ['Too many friend scans are running for the address.', RETRY],
  },
  431: {
    headers_too_large: ['The request line and headers are larger than 16 KiB.', 'Send fewer or shorter headers.'],
  },
  500: {
    internal: ['The request failed unexpectedly.', 'Try again once; then give the `requestId` to the operator.'],
    key_refused: ['Steam refuses the API key of this server.', 'Ask the operator to replace `STEAM_API_KEY`.'],
    not_configured: ['This server has no Steam API key.', 'Ask the operator to set `STEAM_API_KEY`.'],
  },
  502: {
    image_failed: ['The image host did not return a valid image.', 'Try again later, or show no image.'],
  },
  503: {
    verdict_unknown: [
      'To game servers only: the policy could not decide; `/api/verdict` says why.',
      'Do not treat the account as refused, nor as allowed.',
    ],
    database_unavailable: [
      'The database of lists cannot be used now.',
      `${RETRY} A change may have been made: read the entry.`,
    ],
    too_many_connections: [
      'Too many connections are open, from the address or in total.',
      'Close some, or wait `Retry-After` seconds.',
    ],
    platform_unavailable: [
      'Steam did not answer, or not usably. Nothing is known about the account.',
      `${RETRY} Do not treat the account as free of bans.`,
      'For statistics and inventories Steam’s status, but 503 for its 401 and 403, and 500 for none.',
    ],
    platform_blocked: [
      'Steam blocks this server. Nothing is known about any account.',
      'Wait `Retry-After` seconds; it can take two days.',
    ],
    overloaded: ['The server is overloaded, or too many requests or imports are waiting.', RETRY],
    budget_spent: [
      'The day’s calls to Steam are used up for this kind of request.',
      'Wait until 00:00 UTC, as `Retry-After` says.',
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
    return `| \`${code}\` | ${status}${except === undefined ? '' : '*'} | ${meaning} | ${action} |`
  })
  const notes = API_ERROR_CODES.flatMap((code) => {
    const { except } = API_ERRORS[code]
    return except === undefined ? [] : ['', `\\* \`${code}\`: ${except}`]
  })
  return ['| Code | Status | Meaning | What to do |', '|---|---|---|---|', ...rows, ...notes].join('\n')
}
