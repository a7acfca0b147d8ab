import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import type { Outcome } from '../../../src/steam/upstream/answer.ts'
import {
  createBlockGuard,
  createCircuit,
  createKeyGuard,
  type BreakerGuard,
} from '../../../src/steam/upstream/guards.ts'
import type { SteamMethod } from '../../../src/steam/upstream/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const down = new RapsheetError('platform_unavailable', 'down')

interface Recorded {
  times?: number
  error?: RapsheetError | null
  startedAt?: number
  method?: SteamMethod
}

function open(create: (options: Parameters<typeof createCircuit>[0]) => BreakerGuard) {
  const clock = createFakeClock()
  const guard = create({ random: () => 0.5, clock, onChange: () => {} })
  const record = (
    outcome: Outcome,
    { times = 1, error = down, startedAt = clock.now(), method = 'bans' }: Recorded = {},
  ) => {
    const result = {
      method,
      outcome,
      error: outcome === '200' || !error ? undefined : error,
      startedAt,
      durationMs: 0,
    }
    for (let count = 0; count < times; count++) guard.recordResult?.(result)
  }
  /** The error of a refused call; undefined when the call may be made. */
  const refusal = (method: SteamMethod = 'bans'): RapsheetError | undefined => {
    try {
      guard.check?.({ method, isUrgent: false })
      return undefined
    } catch (error) {
      return error as RapsheetError
    }
  }
  return { clock, guard, record, refusal }
}

describe('the circuit of a host', () => {
  test('opens after eight failures in a row, and closes with a success', () => {
    const { record, refusal } = open(createCircuit)
    record('503', { times: 7 })
    expect(refusal()).toBeUndefined()
    record('503')
    expect(refusal()).toMatchObject({ code: 'platform_unavailable', upstreamStatus: 503, retryAfter: 1 })
    record('200')
    expect(refusal()).toBeUndefined()
  })

  test.each<Outcome>(['200', '404', '429', 'abandoned', 'blocked', 'key_refused'])(
    'is not opened by an outcome of %s, and a success resets the failures in a row',
    (outcome) => {
      const { record, refusal } = open(createCircuit)
      record(outcome, { times: 50 })
      expect(refusal()).toBeUndefined()
      for (let round = 0; round < 5; round++) {
        record('503', { times: 7 })
        record('200')
      }
      expect(refusal()).toBeUndefined()
    },
  )

  test('neither counts a 404 as a failure nor as a success', () => {
    const { record, refusal } = open(createCircuit)
    record('503', { times: 7 })
    record('404', { times: 20 })
    expect(refusal()).toBeUndefined()
    record('503')
    expect(refusal()).toBeDefined()
  })

  test.each<Outcome>(['401', '403', '500', 'wrong_shape', 'no_answer', 'not_json'])(
    'counts a %s as a failure',
    (outcome) => {
      const { record, refusal } = open(createCircuit)
      record(outcome, { times: 8 })
      expect(refusal()).toBeDefined()
    },
  )
})

describe('a method that no look-up needs', () => {
  test('does not open the circuit alone, however often it fails', () => {
    const { record, refusal } = open(createCircuit)
    record('503', { times: 50, method: 'games' })
    expect(refusal()).toBeUndefined()
    record('503')
    expect(refusal()).toBeDefined()
  })

  test('is refused until a needed one has shown that Steam answers, because it may be down alone', async () => {
    const { clock, record, refusal } = open(createCircuit)
    record('503', { times: 8 })
    await clock.advance(1_000)
    expect([refusal('friends')?.code, refusal('summaries')]).toEqual(['platform_unavailable', undefined])
  })
})

describe('the block of a host', () => {
  const MINUTE = 60_000
  const openBlock = () => open((options) => createBlockGuard({ ...options, host: 'api', blockPauseMs: 5 * MINUTE }))

  test('begins with one page of the edge network, and says how long it lasts at least', () => {
    const { record, refusal } = openBlock()
    record('blocked')
    expect(refusal()).toMatchObject({ code: 'platform_blocked', upstreamStatus: undefined, retryAfter: 300 })
  })

  test.each<Outcome>(['401', '403', '429', '503', 'no_answer', 'not_json', 'key_refused'])(
    'does not begin with an outcome of %s',
    (outcome) => {
      const { record, refusal } = openBlock()
      record(outcome, { times: 20 })
      expect(refusal()).toBeUndefined()
    },
  )

  test.each<Outcome>(['200', '401', '403', '400', 'wrong_shape', 'key_refused'])(
    'ends with an outcome of %s, which proves that a call reached Steam',
    (outcome) => {
      const { record, refusal } = openBlock()
      record('blocked')
      record(outcome, { error: null })
      expect(refusal()).toBeUndefined()
    },
  )

  test.each<Outcome>(['no_answer', '429', '503', 'not_json', '401', '403'])(
    'goes on after an outcome of %s that is no answer of Steam',
    (outcome) => {
      const { record, refusal } = openBlock()
      record('blocked')
      record(outcome)
      expect(refusal()).toBeDefined()
    },
  )

  test('does not end with a call that was in flight when it began', async () => {
    const { clock, record, refusal } = openBlock()
    const startedAt = clock.now()
    await clock.advance(1_000)
    record('blocked')
    record('200', { startedAt })
    expect(refusal()).toBeDefined()
  })
})

describe('the guard of the key', () => {
  const refused = new RapsheetError('key_refused', 'refused')

  test('refuses calls after a refusal, with its error, until an answer', () => {
    const { clock, guard, record, refusal } = open((options) => createKeyGuard({ ...options, keyPauseMs: 60_000 }))
    record('503', { times: 20 })
    expect([refusal(), guard.openedAt()]).toEqual([undefined, undefined])
    record('key_refused', { error: refused })
    expect([refusal(), guard.openedAt()]).toEqual([refused, clock.now()])
    record('200')
    expect([refusal(), guard.openedAt()]).toEqual([undefined, undefined])
  })
})
