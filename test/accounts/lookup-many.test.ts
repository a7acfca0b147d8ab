import { describe, expect, test } from 'vitest'
import { PRIORITY } from '../../src/lib/call-context.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { lookupMany, type Allowance, type LookupStep } from '../../src/accounts/lookup-many.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { deferred } from '../support/deferred.ts'
import { CLEAN, cached, fakeContext, summaryOf } from '../support/fake-context.ts'
import { nth } from '../support/watch-tests.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => nth(index))
const allowAll = async (wanted: number) => ({ count: wanted })
const unavailable = () => Promise.reject(new RapsheetError('platform_unavailable', 'Steam is down'))

type Step = LookupStep<unknown>
const inputsOf = (steps: Step[]) =>
  steps.flatMap((step) => ('outcomes' in step ? step.outcomes.map(({ input }) => input) : []))

describe('a long batch', () => {
  test('is looked up in portions of 100, and every entry is reported once', async () => {
    const wanted: number[] = []
    const allow = async (count: number) => (wanted.push(count), { count })
    const steps = await collect(lookupMany(fakeContext(), ids(250), allow, anyCall()))
    expect(inputsOf(steps).toSorted()).toEqual(ids(250))
    expect(wanted).toEqual([100, 100, 50])
  })

  test('reports what is known before the slowest entry of a portion', async () => {
    const slow = deferred<void>()
    const context = fakeContext({
      getBans: async (steamId) => (steamId === nth(1) ? slow.promise.then(() => cached(CLEAN)) : cached(CLEAN)),
    })
    const seen: Step[] = []
    for await (const step of lookupMany(context, ids(3), allowAll, anyCall())) {
      seen.push(step)
      if (inputsOf(seen).length === 2) slow.resolve()
    }
    expect(inputsOf(seen)).toEqual([nth(0), nth(2), nth(1)])
  })

  test('waits while the quota is used up, says why, and then takes as much as it gets', async () => {
    const clock = createFakeClock()
    const allowances: Allowance<string>[] = [
      { count: 3 },
      { reason: 'user', retryAfterMs: 42_000 },
      { count: 1 },
      { count: 6 },
    ]
    const calls: number[] = []
    const allow = async (wanted: number) => (calls.push(wanted), allowances.shift()!)
    const context = fakeContext({}, {}, { clock })
    const steps: Step[] = []
    for await (const step of lookupMany(context, ids(10), allow, anyCall())) {
      steps.push(step)
      if ('waiting' in step) {
        expect(step.waiting).toEqual({ reason: 'user', retryAfterMs: 42_000 })
        expect(inputsOf(steps)).toEqual(ids(3))
        setImmediate(() => clock.advance(42_000))
      }
    }
    expect(calls).toEqual([10, 7, 7, 6])
    expect(inputsOf(steps)).toEqual(ids(10))
  })

  test('ends at once when it is stopped while it waits', async () => {
    const { callContext, leave } = cancellableCall()
    const allow = async () => ({ reason: 'user', retryAfterMs: 42_000 })
    const context = fakeContext({}, {}, { clock: createFakeClock() })
    const stopped = new Error('stopped')
    const reading = (async () => {
      for await (const _ of lookupMany(context, ids(60), allow, callContext)) setImmediate(() => leave(stopped))
    })()
    await expect(reading).rejects.toBe(stopped)
  })

  test('keeps what it has when the day’s budget nears its end, and throws budget_spent', async () => {
    let asked = 0
    const refuseWhenReserved = () => {
      if (asked++ === 1) throw new RapsheetError('budget_spent', 'spent')
    }
    const steps: Step[] = []
    const reading = (async () => {
      const batch = lookupMany(fakeContext({}, {}, { refuseWhenReserved }), ids(150), allowAll, anyCall())
      for await (const step of batch) steps.push(step)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'budget_spent' })
    expect(inputsOf(steps)).toEqual(ids(100))
  })

  test('does not spend the quota on further portions when Steam answers nothing', async () => {
    const wanted: number[] = []
    const allow = async (count: number) => (wanted.push(count), { count })
    const steps: Step[] = []
    const reading = (async () => {
      for await (const step of lookupMany(fakeContext({ getBans: unavailable }), ids(300), allow, anyCall())) {
        steps.push(step)
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'platform_unavailable' })
    expect(inputsOf(steps)).toHaveLength(100)
    expect(wanted).toEqual([100])
  })

  test('goes on after a portion of one that failed, which the rest of a quota can be', async () => {
    let calls = 0
    const getBans = async () => (calls++ === 0 ? unavailable() : cached(CLEAN))
    const allow = async (count: number) => ({ count: calls === 0 ? 1 : count })
    const steps = await collect(lookupMany(fakeContext({ getBans }), ids(60), allow, anyCall()))
    expect(inputsOf(steps)).toHaveLength(60)
  })

  test('ends without an error when Steam answers nothing about its last portion', async () => {
    const steps = await collect(lookupMany(fakeContext({ getBans: unavailable }), ids(60), allowAll, anyCall()))
    expect(inputsOf(steps)).toHaveLength(60)
  })

  test('resolves custom URLs at the priority of a scan, and asks for their records together', async () => {
    const log: string[] = []
    const slow = deferred<void>()
    const context = fakeContext({
      async resolveVanityName(name, { priority }) {
        log.push(`name at ${priority}`)
        if (name === 'slow') await slow.promise
        return cached(nth(name.length))
      },
      async getSummary(steamId, { priority }) {
        log.push(`record at ${priority}`)
        slow.resolve()
        return cached(summaryOf(steamId))
      },
    })
    await collect(lookupMany(context, ['slow', 'other', nth(50)], allowAll, anyCall()))
    const { scan, lookup } = PRIORITY
    expect(log).toEqual([`name at ${scan}`, `name at ${scan}`, ...Array<string>(3).fill(`record at ${lookup}`)])
  })

  test('cancels its calls when its reader leaves', async () => {
    const cancelled: string[] = []
    const context = fakeContext({
      getBans: (steamId, { signal }) =>
        steamId === nth(0)
          ? Promise.resolve(cached(CLEAN))
          : new Promise((_, reject) =>
              signal.addEventListener('abort', () => {
                cancelled.push(steamId)
                reject(signal.reason)
              }),
            ),
    })
    for await (const _ of lookupMany(context, ids(3), allowAll, anyCall())) break
    expect(cancelled).toEqual([nth(1), nth(2)])
  })

  test('throws an unexpected error', async () => {
    const bug = new TypeError('undefined is not a function')
    const context = fakeContext({ getBans: async (id) => (id === nth(1) ? Promise.reject(bug) : cached(CLEAN)) })
    await expect(collect(lookupMany(context, ids(3), allowAll, anyCall()))).rejects.toBe(bug)
  })
})
