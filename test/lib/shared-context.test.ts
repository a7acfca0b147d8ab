import { describe, expect, test } from 'vitest'
import {
  countCacheHit,
  countCall,
  createCallContext,
  createChildContext,
  PRIORITY,
  withOptions,
} from '../../src/lib/call-context.ts'
import { createSharedContext } from '../../src/lib/shared-context.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'

describe('a shared context', () => {
  test('keeps the highest priority of its members, also after that member is aborted', () => {
    const shared = createSharedContext()
    expect(shared.callContext).toMatchObject({ priority: PRIORITY.background })
    const lookup = cancellableCall()
    shared.join(withOptions(anyCall(), { priority: PRIORITY.scan }))
    expect(shared.callContext).toMatchObject({ priority: PRIORITY.scan })
    shared.join(lookup.callContext)
    shared.join(withOptions(anyCall(), { priority: PRIORITY.scan }))
    lookup.leave()
    expect(shared.callContext).toMatchObject({ priority: PRIORITY.lookup })
  })

  test('is urgent as long as one of its members waits that is', () => {
    const [verdict, lookup] = [cancellableCall(), cancellableCall()]
    const shared = createSharedContext()
    shared.join(lookup.callContext)
    expect(shared.callContext.isUrgent).toBe(false)
    shared.join(withOptions(verdict.callContext, { isUrgent: true }))
    expect(shared.callContext.isUrgent).toBe(true)
    verdict.leave()
    expect(shared.callContext.isUrgent).toBe(false)
    expect(shared.callContext.signal.aborted).toBe(false)
  })

  test('is aborted with its last member, for the same reason', () => {
    const [a, b] = [cancellableCall(), cancellableCall()]
    const shared = createSharedContext()
    shared.join(a.callContext)
    shared.join(b.callContext)
    b.leave('first')
    a.leave('last')
    expect(shared.callContext.signal.reason).toBe('last')
  })

  test('throws the abort reason of an aborted call context that joins', () => {
    const [a, aborted] = [cancellableCall(), cancellableCall()]
    const shared = createSharedContext()
    shared.join(a.callContext)
    aborted.leave(new Error('hung up'))
    expect(() => shared.join(aborted.callContext)).toThrow('hung up')
    a.leave()
    expect(shared.callContext.signal.aborted).toBe(true)
  })

  test('counts a member that joins twice once', () => {
    const { callContext, usage, leave } = cancellableCall()
    const shared = createSharedContext()
    shared.join(callContext)
    shared.join(callContext)
    countCall(shared.callContext)
    expect(usage.upstreamCalls).toBe(1)
    leave()
    expect(shared.callContext.signal.aborted).toBe(true)
  })

  test('adds to the usage of all members but aborted ones', () => {
    const [a, b] = [cancellableCall(), cancellableCall()]
    const shared = createSharedContext()
    shared.join(a.callContext)
    shared.join(b.callContext)
    countCall(shared.callContext)
    b.leave()
    countCall(shared.callContext)
    expect([a.usage.upstreamCalls, b.usage.upstreamCalls]).toEqual([2, 1])
  })

  test('divides a call among the requests that share it at that time', () => {
    const shared = createSharedContext()
    const usages = [0, 0.5, undefined].map((callShare) => ({
      upstreamCalls: 0,
      cacheHits: 0,
      ...(callShare === undefined ? {} : { callShare }),
    }))
    const leaving = cancellableCall()
    for (const usage of usages) shared.join(createCallContext(new AbortController().signal, usage))
    shared.join(leaving.callContext)
    countCall(shared.callContext)
    leaving.leave()
    shared.join(createCallContext(new AbortController().signal, usages[0]))
    countCall(shared.callContext)
    expect(usages).toEqual([
      { upstreamCalls: 2, cacheHits: 0, callShare: 1 / 4 + 1 / 3 },
      { upstreamCalls: 2, cacheHits: 0, callShare: 0.5 + 1 / 4 + 1 / 3 },
      { upstreamCalls: 2, cacheHits: 0 },
    ])
  })

  test('adds one to usage counters that several members share', () => {
    const { callContext, usage } = cancellableCall()
    const inner = createSharedContext()
    inner.join(callContext)
    const shared = createSharedContext()
    shared.join(callContext)
    shared.join(createChildContext(callContext, new AbortController().signal))
    shared.join(inner.callContext)
    countCacheHit(shared.callContext)
    expect(usage).toEqual({ upstreamCalls: 0, cacheHits: 1 })
  })
})
