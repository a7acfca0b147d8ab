import { expect, test } from 'vitest'
import { createCallContext, PRIORITY, usageFacts, withOptions, type Usage } from '../../src/lib/call-context.ts'
import { countDatabaseWait, databaseTimeLeft } from '../../src/lib/database-wait.ts'
import { createSharedContext } from '../../src/lib/shared-context.ts'
import { createFakeClock } from '../support/fake-clock.ts'

function open() {
  const clock = createFakeClock()
  const request = () => {
    const usage: Usage = { upstreamCalls: 0, cacheHits: 0 }
    const callContext = createCallContext(new AbortController().signal, usage)
    return { usage, callContext, leftMs: () => databaseTimeLeft(callContext, clock) }
  }
  const never = new AbortController().signal
  const wait = (callContext: ReturnType<typeof request>['callContext'], ms: number) =>
    countDatabaseWait(callContext, clock, clock.sleep(ms, never))
  return { clock, request, wait }
}

test('all waits of a request together have one limit, below 300 ms', async () => {
  const { clock, request, wait } = open()
  const { usage, callContext, leftMs } = request()
  expect(leftMs()).toBe(250)
  expect(usageFacts(usage)).toEqual({ upstreamCalls: 0, cacheHits: 0 })

  const first = wait(callContext, 150)
  await clock.advance(40)
  expect(leftMs()).toBe(210)
  await clock.advance(110)
  await first
  await clock.advance(1_000)
  expect(leftMs()).toBe(100)

  const second = wait(callContext, 120)
  await clock.advance(120)
  await second
  expect(leftMs()).toBe(0)
  expect(usageFacts(usage)).toEqual({ upstreamCalls: 0, cacheHits: 0, databaseMs: 270 })
})

test('waits at the same time count once, and one that fails counts too', async () => {
  const { clock, request, wait } = open()
  const { callContext, leftMs } = request()
  const failing = countDatabaseWait(callContext, clock, clock.sleep(60, AbortSignal.abort(new Error('gone'))))
  await expect(failing).rejects.toThrow('gone')
  const all = [wait(callContext, 50)]
  await clock.advance(20)
  all.push(wait(callContext, 60))
  await clock.advance(60)
  await Promise.all(all)
  expect(leftMs()).toBe(250 - 80)
})

test('a call that requests share has the time of the one with the least, and counts for each', async () => {
  const { clock, request, wait } = open()
  const [late, early] = [request(), request()]
  const own = wait(late.callContext, 200)
  await clock.advance(200)
  await own
  const { callContext, join } = createSharedContext()
  for (const member of [late, early]) join(member.callContext)
  expect(databaseTimeLeft(callContext, clock)).toBe(50)
  const shared = wait(callContext, 30)
  await clock.advance(30)
  await shared
  expect([late.leftMs(), early.leftMs()]).toEqual([20, 220])
})

test('scans and sweeps, which wait many times, may go on doing so', async () => {
  const { clock, request, wait } = open()
  const { callContext } = request()
  const waited = wait(callContext, 1_000)
  await clock.advance(1_000)
  await waited
  const leftWith = (options: Parameters<typeof withOptions>[1]) =>
    databaseTimeLeft(withOptions(callContext, options), clock)
  expect(leftWith({ priority: PRIORITY.lookup })).toBe(0)
  expect(leftWith({ priority: PRIORITY.scan })).toBe(5_000)
  expect(leftWith({ priority: PRIORITY.background })).toBe(5_000)
})
