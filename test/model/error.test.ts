import { expect, test } from 'vitest'
import { RapsheetError } from '../../src/model/error.ts'

test('an error carries its code, its sentence and what is known beside', () => {
  const cause = new Error('ECONNRESET')
  const error = new RapsheetError('overloaded', 'Too many.', {
    cause,
    upstreamStatus: 429,
    retryAfter: 60,
    expiresAt: 1_700_000_060,
  })
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe('RapsheetError: Too many.')
  expect({ ...error }).toEqual({
    name: 'RapsheetError',
    code: 'overloaded',
    upstreamStatus: 429,
    retryAfter: 60,
    expiresAt: 1_700_000_060,
  })
  expect(error.cause).toBe(cause)
})

test('an error without a cause has none', () => {
  const error = new RapsheetError('account_not_found', 'Nobody.')
  expect('cause' in error).toBe(false)
  expect(error.upstreamStatus).toBeUndefined()
})
