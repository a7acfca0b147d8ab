import type { ApiErrorCode } from './error-codes.ts'
import type { DocumentedResponse } from './route.ts'

/** The 400 of a route, with the codes that it can have. */
export const badInput = (...codes: ApiErrorCode[]): Record<number, DocumentedResponse> => ({
  400: { description: 'A parameter or field is missing, misspelt (wrong case included) or not accepted.', codes },
})
export const QUERY_CODES = ['missing_parameter', 'repeated_parameter', 'invalid_parameter'] as const
export const BODY_CODES = ['missing_parameter', 'unlisted_field', 'invalid_parameter', 'not_json'] as const
export const BUSY_CODES = ['overloaded', 'budget_spent', 'stopping'] as const

/** The failures of every route that asks Steam. */
export const COMMON = {
  429: { description: 'Too many requests from this address; see `Retry-After`.', codes: ['rate_limited'] },
  500: {
    description: 'The lookup failed unexpectedly, the server has no usable Steam API key, or Steam gave no answer.',
    codes: ['internal', 'key_refused', 'not_configured'],
  },
} satisfies Record<number, DocumentedResponse>
export const NOT_FOUND: DocumentedResponse = { description: 'No account matched.', codes: ['account_not_found'] }
export const PLATFORM_DOWN: DocumentedResponse = {
  description: 'Steam is unavailable, or the server is overloaded; see `Retry-After`.',
  codes: ['platform_unavailable', 'platform_blocked', ...BUSY_CODES],
}
