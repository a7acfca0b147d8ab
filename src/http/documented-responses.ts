import { z } from 'zod'
import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode, errorTable } from './error-codes.ts'
import { isToolAccess } from './access.ts'
import { type AnyRoute, type DocumentedResponse, takesBody } from './route.ts'

const errorCodeSchema = z.enum(API_ERROR_CODES).meta({
  id: 'ErrorCode',
  description: `The kind of failure, for programs. New codes may be added; treat an unknown one by its status.\n\n${errorTable()}`,
  'x-enumDescriptions': Object.fromEntries(API_ERROR_CODES.map((code) => [code, API_ERRORS[code].meaning])),
})

/** The fields of every JSON error. */
export const errorFields = {
  error: z.string().meta({ description: 'One sentence for people: what is wrong and what to do.' }),
  code: errorCodeSchema,
  requestId: z.string().meta({ description: 'The same ID as in the header X-Request-Id and in the log.' }),
  needsWholeMinute: z.exactOptional(
    z.literal(true).meta({
      description:
        'Only with `rate_limited`: the request takes all lookups of a minute. Make no other request for the seconds in `Retry-After`, then this one first.',
    }),
  ),
}

export const errorSchema = z.object(errorFields).meta({ id: 'ApiError' })

/** An error in the form of RFC 9457, with the further fields that its JSON has. */
export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'The words of the status.' }),
    status: z.number(),
    detail: errorFields.error,
    instance: z.string().meta({ description: '`urn:uuid:` and the request ID.' }),
    field: z.exactOptional(z.string().meta({ description: 'The parameter, field or header that the error is about.' })),
    code: errorFields.code,
    requestId: errorFields.requestId,
  })
  .meta({ id: 'Problem', description: 'An error, where `Accept` names `application/problem+json`.' })

/** A JSON error with this code, for the OpenAPI document. */
export const exampleError = (code: ApiErrorCode) => ({
  error: API_ERRORS[code].meaning,
  code,
  requestId: '2c1f7b1e-5f0a-4f0e-9d0b-6a1f4e8c9b3d',
})

/** The response 400 of a route, with the error codes that it can have. */
export const badInput = (...codes: ApiErrorCode[]): Record<number, DocumentedResponse> => ({
  400: { description: 'A parameter or field is missing, misspelt (wrong case included) or not accepted.', codes },
})
export const QUERY_CODES = ['missing_parameter', 'repeated_parameter', 'invalid_parameter'] as const
export const BODY_CODES = ['missing_parameter', 'unlisted_field', 'invalid_parameter', 'not_json'] as const
export const BUSY_CODES = ['overloaded', 'budget_spent', 'stopping'] as const

/** A response that several operations share. */
interface SharedResponse extends DocumentedResponse {
  status: number | 'default'
}

const shared = (
  status: SharedResponse['status'],
  description: string,
  codes: readonly ApiErrorCode[],
  headers: Record<string, string> = {},
): SharedResponse => ({ status, description, codes, headers })

/** The responses that the document defines once, by their names among its components; operations refer to them. */
export const SHARED_RESPONSES = {
  Unchanged: { status: 304, description: 'The client already has it; see `If-None-Match`.', body: null },
  MalformedGet: shared(400, 'The request is malformed.', ['unexpected_body', 'token_in_url', 'bad_request']),
  Unauthorized: shared(401, 'The token is missing, wrong or expired; see `WWW-Authenticate`.', ['unauthorized']),
  ScopeMissing: shared(403, 'The token lacks the scope.', ['scope_missing']),
  PreconditionFailed: shared(
    412,
    'The entry is not as `If-Match` or `If-None-Match` require it; nothing was changed.',
    ['precondition_failed'],
  ),
  ToolsLimited: shared(429, 'Too many requests of the tools of the Discord server; see `Retry-After`.', [
    'rate_limited',
  ]),
  DatabaseUnavailable: shared(503, 'The database cannot be used now, or the server is overloaded; see `Retry-After`.', [
    'database_unavailable',
    'overloaded',
    'stopping',
  ]),
  MethodNotAllowed: shared(405, 'The operation does not accept this method.', ['method_not_allowed'], {
    Allow: 'The methods that there are, separated by commas.',
  }),
  RequestTimeout: shared(408, 'The request did not arrive in time.', ['request_timeout']),
  BodyTooLarge: shared(413, 'The body is too large.', ['body_too_large']),
  ExpectationFailed: shared(417, 'The `Expect` header is not supported.', ['expectation_failed']),
  RateLimited: shared(429, 'Too many requests from this address; see `Retry-After`.', ['rate_limited']),
  VerdictsLimited: shared(429, 'Too many verdicts with this token; see `Retry-After`.', ['rate_limited']),
  HeadersTooLarge: shared(431, 'The headers are too large.', ['headers_too_large']),
  LookupFailed: shared(
    500,
    'The lookup failed unexpectedly, the server has no usable Steam API key, or Steam gave no answer.',
    ['internal', 'key_refused', 'not_configured'],
  ),
  OtherError: shared(
    'default',
    'Any other error: 308 (HTTPS required), 5xx; statistics and inventories pass on the status of Steam.',
    ['https_required', 'internal'],
    { Location: 'Of a 308: the URL with `https://`.' },
  ),
} satisfies Record<string, SharedResponse>

/** The response 304; a route that documents it accepts `If-None-Match`. */
export const UNCHANGED: DocumentedResponse = SHARED_RESPONSES.Unchanged

/**
 * Adds the errors of HTTP itself to the documented responses of a route. Leaves a route that handles everything below its path (`isPrefix`)
 * unchanged, because such a route defines its own errors.
 */
export function withTransportErrors(route: AnyRoute): Record<number, DocumentedResponse> {
  const { method, isPrefix, isStream } = route
  if (isPrefix === true) return route.responses
  const responses = { ...toolErrors(route), ...route.responses }
  const badRequest: DocumentedResponse = responses[400] ?? { description: 'The request is malformed.' }
  const ofEach: ApiErrorCode[] = ['token_in_url', 'bad_request']
  const takesNoBody = method === 'GET' || method === 'DELETE'
  const codes: ApiErrorCode[] = takesNoBody ? ['unexpected_body', ...ofEach] : ofEach
  const isPlainGet = takesNoBody && !responses[400]
  return {
    ...responses,
    400: isPlainGet
      ? SHARED_RESPONSES.MalformedGet
      : { ...badRequest, codes: [...new Set([...(badRequest.codes ?? []), ...codes])] },
    405: SHARED_RESPONSES.MethodNotAllowed,
    408: SHARED_RESPONSES.RequestTimeout,
    // A scan reports a 413 as an event instead.
    ...(takesBody(route) && isStream !== true ? { 413: SHARED_RESPONSES.BodyTooLarge } : {}),
    417: SHARED_RESPONSES.ExpectationFailed,
    431: SHARED_RESPONSES.HeadersTooLarge,
  }
}

/** The errors of every route that requires the token of a tool. */
function toolErrors({ token }: AnyRoute): Record<number, DocumentedResponse> {
  if (!isToolAccess(token)) return {}
  return {
    401: SHARED_RESPONSES.Unauthorized,
    ...(token.scope === null ? {} : { 403: SHARED_RESPONSES.ScopeMissing }),
    429: SHARED_RESPONSES.ToolsLimited,
    503: SHARED_RESPONSES.DatabaseUnavailable,
  }
}

/** The failures of every route that calls Steam. */
export const COMMON = {
  429: SHARED_RESPONSES.RateLimited,
  500: SHARED_RESPONSES.LookupFailed,
} satisfies Record<number, DocumentedResponse>
export const NOT_FOUND: DocumentedResponse = { description: 'No account matched.', codes: ['account_not_found'] }
export const PLATFORM_DOWN: DocumentedResponse = {
  description: 'Steam is unavailable, or the server is overloaded; see `Retry-After`.',
  codes: ['platform_unavailable', 'platform_blocked', ...BUSY_CODES],
}
