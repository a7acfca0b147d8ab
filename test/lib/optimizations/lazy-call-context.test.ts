import { describe, expect, test } from 'vitest'
import { LazyCallContext } from '../../../src/lib/optimizations/lazy-call-context.ts'

describe('LazyCallContext', () => {
  test('gives an aborted signal, with the first reason, when the signal is read after two aborts', () => {
    const callContext = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    callContext.abort('hung up')
    callContext.abort('again')
    expect(callContext.signal.reason).toBe('hung up')
  })
})
