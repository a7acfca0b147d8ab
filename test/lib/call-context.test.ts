import { describe, expect, test } from 'vitest'
import { countCacheHit, countCall, createChildContext, PRIORITY, withOptions } from '../../src/lib/call-context.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'

describe('a child context', () => {
  test('is aborted with its parent, for the same reason', () => {
    const parent = cancellableCall()
    const child = createChildContext(parent.callContext, new AbortController().signal)
    expect(child.signal.aborted).toBe(false)
    parent.leave('hung up')
    expect(child.signal.reason).toBe('hung up')
  })

  test('can be aborted alone, without its parent', () => {
    const { callContext: parent } = cancellableCall()
    const own = new AbortController()
    const child = createChildContext(parent, own.signal)
    own.abort('seen enough')
    expect(child.signal.reason).toBe('seen enough')
    expect(parent.signal.aborted).toBe(false)
  })

  test('has the call options of its parent', () => {
    const parent = withOptions(anyCall(), { priority: PRIORITY.scan, isUrgent: true })
    const child = createChildContext(parent, new AbortController().signal)
    expect(child).toMatchObject({ priority: PRIORITY.scan, isUrgent: true })
  })

  test('adds to the usage counters of its parent', () => {
    const { callContext, usage } = cancellableCall()
    countCall(createChildContext(callContext, new AbortController().signal))
    expect(usage).toEqual({ upstreamCalls: 1, cacheHits: 0 })
  })
})

describe('withOptions', () => {
  test('changes the call options and nothing else', () => {
    const { callContext, usage, leave } = cancellableCall()
    const fresh = { ...callContext, freshSince: 1_700_000_000 }
    const scan = withOptions(fresh, { priority: PRIORITY.scan })
    expect(scan).toMatchObject({ priority: PRIORITY.scan, isUrgent: false, freshSince: 1_700_000_000 })
    const urgent = withOptions(scan, { isUrgent: true })
    expect(urgent).toMatchObject({ priority: PRIORITY.scan, isUrgent: true, freshSince: 1_700_000_000 })
    countCacheHit(urgent)
    expect(usage.cacheHits).toBe(1)
    leave('hung up')
    expect(urgent.signal.reason).toBe('hung up')
  })
})
