import { ApiError } from '../../packages/client/src/api-error.ts'

/** Any thrown value as an ApiError; `internal` for a fault of the page itself. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', error instanceof Error ? error.message : String(error))
