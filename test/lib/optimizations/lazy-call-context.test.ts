import { describe, expect, test } from 'vitest'
import { PRIORITY } from '../../../src/lib/call-context.ts'
import { LazyCallContext } from '../../../src/lib/optimizations/lazy-call-context.ts'

describe('LazyCallContext', () => {
  test('starts with the priority of a lookup', () => {
    const callContext = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    expect(callContext).toMatchObject({ priority: PRIORITY.lookup })
  })

  test('gives an aborted signal, with the first reason, when the signal is read after two aborts', () => {
    const callContext = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    callContext.abort('hung up')
    callContext.abort('again')
    expect(callContext.signal.reason).toBe('hung up')
  })
})
