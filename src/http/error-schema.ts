import { z } from 'zod'
import { API_ERROR_CODES, API_ERRORS, errorTable, type ApiErrorCode } from './error-codes.ts'

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

export const errorSchema = z.object(errorFields).meta({ id: 'Error' })

/** A JSON error with this code, for the OpenAPI document. */
export const exampleError = (code: ApiErrorCode) => ({
  error: API_ERRORS[code].meaning,
  code,
  requestId: '2c1f7b1e-5f0a-4f0e-9d0b-6a1f4e8c9b3d',
})
