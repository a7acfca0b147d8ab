import { describe, expect, test } from 'vitest'
import {
  ERROR_CODES,
  ERROR_TRAITS,
  isInconclusive,
  needsOperator,
  RapsheetError,
  toLogFacts,
} from '../../src/model/error.ts'

test('a RapsheetError has its code, its message and its details', () => {
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

test('a RapsheetError without a cause has no `cause` property', () => {
  const error = new RapsheetError('account_not_found', 'Nobody.')
  expect('cause' in error).toBe(false)
  expect(error.upstreamStatus).toBeUndefined()
})

describe('the error traits', () => {
  test('call a failure inconclusive when Steam or this server is at fault', () => {
    expect(ERROR_CODES.filter((code) => !isInconclusive(code)).toSorted()).toEqual([
      'account_not_found',
      'friends_private',
      'image_host_refused',
      'image_url_malformed',
      'malformed_account',
      'stats_not_found',
      'stats_private',
    ])
  })

  test.each(['code_of_a_later_version', 'internal', 'toString'])('call the unknown code %s inconclusive', (code) => {
    expect(isInconclusive(code)).toBe(true)
  })

  test('call for the operator when only a setting can end the failure', () => {
    expect(ERROR_CODES.filter(needsOperator)).toEqual(['not_configured', 'key_refused'])
  })

  test('call a failure transient only when it is inconclusive', () => {
    const transient = ERROR_CODES.filter((code) => ERROR_TRAITS[code].isTransient)
    expect(transient.toSorted()).toEqual([
      'budget_spent',
      'overloaded',
      'platform_blocked',
      'platform_unavailable',
      'stopping',
    ])
    expect(transient.every(isInconclusive)).toBe(true)
  })
})

describe('the log facts of an error', () => {
  test('contain status, message and cause when the operator should notice it', () => {
    const cause = new Error('ECONNRESET')
    const error = new RapsheetError('platform_unavailable', 'Steam did not answer.', { cause, upstreamStatus: 503 })
    expect(toLogFacts(error)).toEqual({ upstreamStatus: 503, reason: 'Steam did not answer.', cause: 'ECONNRESET' })
  })

  test('are empty for an expected failure', () => {
    expect(toLogFacts(new RapsheetError('friends_private', 'The friend list is private.'))).toEqual({})
  })
})
