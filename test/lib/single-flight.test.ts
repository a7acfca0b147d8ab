import { expect, test } from 'vitest'
import { countCall, type CallContext } from '../../src/lib/call-context.ts'
import { createSingleFlight } from '../../src/lib/single-flight.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { deferred, type Deferred } from '../support/deferred.ts'
import { warningsDuring } from '../support/process-events.ts'

/** A single flight whose loads a test answers by hand. */
function createLoads() {
  const singleFlight = createSingleFlight<string>()
  const loads: (Deferred<string> & { callContext: CallContext })[] = []
  const ask = (key: string, callContext = anyCall()) =>
    singleFlight(key, callContext, (everybody) => {
      const load = { ...deferred<string>(), callContext: everybody }
      loads.push(load)
      return load.promise
    })
  return { ask, loads }
}

test('a single flight makes one load for ten concurrent calls, added to the usage of each', async () => {
  const { ask, loads } = createLoads()
  const calls = Array.from({ length: 10 }, cancellableCall)
  const answers = calls.map(({ callContext }) => ask('alice', callContext))
  expect(loads).toHaveLength(1)
  countCall(loads[0]!.callContext)
  loads[0]!.resolve('Alice')
  expect(await Promise.all(answers)).toEqual(Array(10).fill('Alice'))
  expect(calls.map(({ usage }) => usage.upstreamCalls)).toEqual(Array(10).fill(1))
})

test('a single flight rejects an aborted call at once and still answers the others', async () => {
  const { ask, loads } = createLoads()
  const [first, second, third] = [cancellableCall(), cancellableCall(), cancellableCall()]
  const [left, ...stayed] = [first, second, third].map(({ callContext }) => ask('alice', callContext))
  first.leave(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  expect(loads[0]!.callContext.signal.aborted).toBe(false)
  loads[0]!.resolve('Alice')
  expect(await Promise.all(stayed)).toEqual(['Alice', 'Alice'])
})

test('a single flight aborts the load when all calls are aborted, without an unhandled rejection', async () => {
  const complaints = await warningsDuring(async () => {
    const { ask, loads } = createLoads()
    const [first, second] = [cancellableCall(), cancellableCall()]
    const answers = [ask('alice', first.callContext), ask('alice', second.callContext)]
    first.leave(new Error('the first hung up'))
    second.leave(new Error('the second hung up'))
    await expect(answers[0]).rejects.toThrow('the first hung up')
    await expect(answers[1]).rejects.toThrow('the second hung up')
    expect(loads[0]!.callContext.signal.reason).toEqual(new Error('the second hung up'))
    loads[0]!.reject(loads[0]!.callContext.signal.reason)
  })
  expect(complaints).toEqual([])
})

test('a single flight starts a new load after an aborted one that has not ended', async () => {
  const { ask, loads } = createLoads()
  const first = cancellableCall()
  const left = ask('alice', first.callContext)
  first.leave(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')

  const second = ask('alice')
  expect(loads).toHaveLength(2)
  loads[0]!.reject(new Error('given up'))
  await new Promise((resolve) => setImmediate(resolve))
  const third = ask('alice')
  expect(loads).toHaveLength(2)
  loads[1]!.resolve('Alice')
  expect(await Promise.all([second, third])).toEqual(['Alice', 'Alice'])
})

test('a single flight rejects all calls with a failure, and does not keep it', async () => {
  const { ask, loads } = createLoads()
  const failed = [ask('alice'), ask('alice')]
  loads[0]!.reject(new Error('Steam is down'))
  for (const answer of failed) await expect(answer).rejects.toThrow('Steam is down')

  const again = ask('alice')
  expect(loads).toHaveLength(2)
  loads[1]!.resolve('Alice')
  expect(await again).toBe('Alice')
})

test('a single flight rejects a call that is aborted already, without a load', async () => {
  const { ask, loads } = createLoads()
  const gone = cancellableCall()
  gone.leave(new Error('hung up'))
  await expect(ask('alice', gone.callContext)).rejects.toThrow('hung up')
  expect(loads).toHaveLength(0)

  const staying = ask('alice')
  await expect(ask('alice', gone.callContext)).rejects.toThrow('hung up')
  loads[0]!.resolve('Alice')
  expect(await staying).toBe('Alice')
})
