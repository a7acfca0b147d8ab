import * as accountErrors from '../../src/accounts/words/errors-en.ts'
import { type ErrorWords, type OwnErrors, sharedErrors } from './error-words.ts'
import type { PageTexts } from './page-texts.ts'

/** The words for errors that occur only when the page and the server are of different versions. */
const refusedRequest: ErrorWords = {
  title: 'The server refused the request',
  text: () =>
    'This page and the server may be of different versions. Reload the page. If that does not help, tell the operator.',
}

const ownErrors: OwnErrors = {
  https_required: {
    title: 'Open this page over HTTPS',
    text: () => 'The server answers encrypted requests only. Open this page with https:// in the address.',
  },
  bad_request: refusedRequest,
  missing_parameter: refusedRequest,
  repeated_parameter: refusedRequest,
  invalid_parameter: {
    title: 'Entry not accepted',
    text: () => 'The entry is empty, too long, or not of the right form. Enter a SteamID64 or a profile link.',
  },
  unlisted_field: refusedRequest,
  not_json: refusedRequest,
  unexpected_body: refusedRequest,
  token_in_url: {
    title: 'A token is in the address',
    text: () =>
      'Addresses are stored in logs, so others may know this token now. Replace the token, and enter the new one in the token field only.',
  },
  bad_game_request: refusedRequest,
  unauthorized: {
    title: 'Token not accepted',
    text: () =>
      'This server does not accept the token. Check that it is complete, or ask the operator for another one.',
  },
  user_agent_required: refusedRequest,
  origin_refused: refusedRequest,
  not_found: refusedRequest,
  // Errors of the operations of tools, which the page does not use.
  scope_missing: refusedRequest,
  precondition_failed: refusedRequest,
  invalid_cursor: refusedRequest,
  cursor_expired: refusedRequest,
  database_unavailable: refusedRequest,
  not_banned: refusedRequest,
  not_watched: refusedRequest,
  list_full: refusedRequest,
  account_exempted: refusedRequest,
  import_running: refusedRequest,
  no_policy: refusedRequest,
  too_many_streams: refusedRequest,
  method_not_allowed: refusedRequest,
  request_timeout: {
    title: 'The request did not arrive in time',
    text: () => 'The connection to this server is slow or was interrupted. Check the connection and try again.',
  },
  body_too_large: {
    title: 'The list is too large',
    text: () => 'The server accepts no request of this size. Paste a shorter list.',
  },
  expectation_failed: refusedRequest,
  too_many_scans: {
    title: 'Too many friend scans',
    text: ({ when }) =>
      `Other friend scans from your network are still running. Wait for one to end or cancel one, then try again ${when}.`,
  },
  headers_too_large: refusedRequest,
  internal: {
    title: 'Internal error',
    text: () => 'The server made a mistake. Try again once. If it fails again, tell the operator the request id.',
  },
  verdict_unknown: refusedRequest,
  too_many_connections: {
    title: 'Too many connections',
    text: ({ when }) =>
      `The server has too many open connections. Close other tabs of this page, and try again ${when}.`,
  },
  key_refused: {
    title: 'Steam key refused',
    text: () =>
      'Steam refuses the API key of this server, so nothing could be checked. Tell the operator: STEAM_API_KEY must be replaced.',
  },
  not_configured: {
    title: 'Steam key missing',
    text: () =>
      'This server has no Steam API key, so nothing could be checked. Tell the operator: STEAM_API_KEY must be set.',
  },
  platform_blocked: {
    title: 'Steam blocks this server',
    text: ({ when }) =>
      `Steam refuses all requests from this server, so nothing could be checked. Try again ${when}. If it continues, tell the operator.`,
  },
  stopping: {
    title: 'The server is restarting',
    text: ({ when }) => `The request was not finished, so not everything could be checked. Try again ${when}.`,
  },
  connection_failed: {
    title: 'No connection to this server',
    text: () =>
      'Your browser could not reach the server, so nothing could be checked. Check your internet connection and try again.',
  },
  stream_broken: {
    title: 'The connection broke',
    text: () => 'The friends found so far are below. The bans of all others are unknown. Try again to check them.',
  },
  unreadable_answer: {
    title: 'This answer is not from Rapsheet',
    text: () =>
      'Something between your browser and the server answered instead, such as a proxy or a sign-in page of the network. Nothing could be checked. Reload the page.',
  },
  file_too_large: {
    title: accountErrors.errorTitles.file_too_large,
    text: ({ subject }) => `${subject} is too large. Split it, or paste only the part with the accounts.`,
  },
  unknown: {
    title: 'Something went wrong',
    text: () => 'This version of the page does not know the error. Reload the page and try again.',
  },
}

export const errors: PageTexts['errors'] = { ...sharedErrors(accountErrors), ...ownErrors }
