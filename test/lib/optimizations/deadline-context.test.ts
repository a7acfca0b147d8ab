import { expect, test } from 'vitest'
import { countCall, PRIORITY, withOptions, createCallContext } from '../../../src/lib/call-context.ts'
import { LazyCallContext } from '../../../src/lib/optimizations/lazy-call-context.ts'
import { DeadlineContext } from '../../../src/lib/optimizations/deadline-context.ts'
import { TimeLimitError } from '../../../src/lib/timeout.ts'
import { cancellableCall } from '../../support/callers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

function open() {
  const clock = createFakeClock()
  const parent = cancellableCall()
  const deadline = new DeadlineContext(parent.callContext, 3_000, clock)
  return { clock, parent, deadline }
}

test('starts no timer, and needs no signal of its parent, before its signal is used', async () => {
  const clock = createFakeClock()
  let hasListened = false
  const parent = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => (hasListened = true))
  const deadline = new DeadlineContext(parent, 3_000, clock)
  countCall(deadline)
  expect([deadline.isOver(), hasListened, clock.pending()]).toEqual([false, false, 0])
  expect(deadline.signal).toBe(deadline.signal)
  expect([hasListened, clock.pending()]).toEqual([true, 1])
})

test('is aborted after its time, and only then over', async () => {
  const { clock, parent, deadline } = open()
  const { signal } = deadline
  await clock.advance(2_999)
  expect([signal.aborted, deadline.isOver()]).toEqual([false, false])
  await clock.advance(1)
  expect([signal.reason instanceof TimeLimitError, deadline.isOver()]).toEqual([true, true])
  expect(parent.callContext.signal.aborted).toBe(false)
})

test('is aborted with its parent, for the same reason, and not over then', () => {
  const { parent, deadline } = open()
  const { signal } = deadline
  parent.leave('hung up')
  expect([signal.reason, deadline.isOver()]).toEqual(['hung up', false])
})

test('leaves no timer when it is ended', () => {
  const { clock, parent, deadline } = open()
  const { signal } = deadline
  deadline.end()
  parent.leave()
  expect([clock.pending(), signal.aborted]).toEqual([0, false])
})

test('is urgent, and has the other options and the usage of its parent', () => {
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  const parent = createCallContext(new AbortController().signal, usage, 1_700_000_000)
  const scan = withOptions(parent, { priority: PRIORITY.scan })
  const deadline = new DeadlineContext(scan, 3_000, createFakeClock())
  expect(deadline).toMatchObject({ priority: PRIORITY.scan, isUrgent: true })
  expect(deadline.freshSince).toBe(1_700_000_000)
  countCall(deadline)
  expect(usage.upstreamCalls).toBe(1)
})
