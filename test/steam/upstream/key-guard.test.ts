import { describe, expect, test } from 'vitest'
import { createClock } from '../../../src/lib/clock.ts'
import { localPause, type Pause } from '../../../src/lib/limits/shared-pause.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { createKeyGuard } from '../../../src/steam/upstream/key-guard.ts'

const refused = new RapsheetError('key_refused', 'refused')

/** A guard with a pause of 1,000 ms and a clock to set. */
function watch() {
  const clock = { now: 0 }
  return {
    clock,
    guard: createKeyGuard(
      1_000,
      createClock(() => clock.now),
    ),
  }
}

test('a key that was not refused is sent', () => {
  const { guard } = watch()
  guard.recordResult({ error: new RapsheetError('platform_unavailable', 'down') })
  expect(() => guard.check()).not.toThrow()
})

test('a refused key is not sent again until the pause is over, and then once', () => {
  const { guard, clock } = watch()
  guard.recordResult({ error: refused })
  expect(() => guard.check()).toThrow(refused)
  clock.now = 999
  expect(() => guard.check()).toThrow(refused)
  clock.now = 1_000
  expect(() => guard.check()).not.toThrow()
  expect(() => guard.check()).toThrow(refused)
})

test('a refused key is sent again after an answer', () => {
  const { guard } = watch()
  guard.recordResult({ error: refused })
  expect(guard.refusedAt()).toBe(0)
  guard.recordResult({ error: undefined })
  expect(guard.refusedAt()).toBeUndefined()
  expect(() => guard.check()).not.toThrow()
})

describe('with other replicas that use the same key', () => {
  /** The guard of one of them; `others` says what they do. */
  function join({ known = undefined as Pause | undefined, grants = true } = {}) {
    const clock = { now: 0 }
    const kept: (Pause | undefined)[] = []
    const others = { grants, follow: (_: Pause | undefined) => {} }
    const shared = {
      ...localPause,
      known: () => known,
      keep: (pause: Pause | undefined) => void kept.push(pause),
      takeTurn: () => Promise.resolve(others.grants),
      listen: (listener: (pause: Pause | undefined) => void) => void (others.follow = listener),
    }
    const guard = createKeyGuard(
      1_000,
      createClock(() => clock.now),
      shared,
    )
    return { clock, guard, kept, others }
  }
  const pause = { pauseMs: 1_000, leftMs: 1_000 }

  test('a key that one of them knows to be refused is not sent, not even once', () => {
    const { guard } = join({ known: { pauseMs: 1_000, leftMs: 400 } })
    expect(() => guard.check()).toThrow('Steam refuses the API key')
    expect(guard.refusedAt()).toBe(0)
  })

  test.each([-60_000, 0])('a refusal whose time ended %i ms ago says nothing of the key', (leftMs) => {
    const { guard } = join({ known: { pauseMs: 1_000, leftMs } })
    expect(() => guard.check()).not.toThrow()
    expect(guard.refusedAt()).toBeUndefined()
  })

  test('a refusal of a clock that was far ahead ends after one pause', async () => {
    const { clock, guard } = join({ known: { pauseMs: 1_000, leftMs: 7_200_000 } })
    clock.now = 1_001
    expect(() => guard.check()).toThrow('Steam refuses the API key')
    await Promise.resolve()
    expect(() => guard.check()).not.toThrow()
  })

  test('one says that the key is refused, and that it is accepted again', () => {
    const { guard, kept } = join()
    guard.recordResult({ error: undefined })
    expect(kept).toEqual([])
    guard.recordResult({ error: refused })
    guard.recordResult({ error: undefined })
    expect(kept).toEqual([pause, undefined])
  })

  test('the call that checks the key again waits for its turn', async () => {
    const { clock, guard, others } = join()
    others.follow(pause)
    clock.now = 1_000
    expect(() => guard.check()).toThrow('Steam refuses the API key')
    await Promise.resolve()
    expect(() => guard.check()).not.toThrow()
    expect(() => guard.check()).toThrow('Steam refuses the API key')
  })

  test('no call checks the key while another one does', async () => {
    const { clock, guard, others } = join({ grants: false })
    others.follow(pause)
    for (clock.now = 1_000; clock.now < 5_000; clock.now += 100) {
      expect(() => guard.check()).toThrow('Steam refuses the API key')
      await Promise.resolve()
    }
    others.follow(undefined)
    expect(() => guard.check()).not.toThrow()
    expect(guard.refusedAt()).toBeUndefined()
  })
})
