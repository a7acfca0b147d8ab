import { describe, expect, test } from 'vitest'
import {
  countUsage,
  createCallContext,
  createSharedContext,
  createChildContext,
  withOptions,
  LazyCallContext,
  untilAborted,
  PRIORITY,
} from '../../src/lib/call-context.ts'
import { anybody, visitor } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { complaintsDuring } from '../support/process-events.ts'

describe('a caller', () => {
  test('counts on its own tally', () => {
    const { callContext, usage } = visitor()
    countUsage(callContext, 'upstreamCalls')
    countUsage(callContext, 'upstreamCalls')
    countUsage(callContext, 'cacheHits')
    expect(usage).toEqual({ upstreamCalls: 2, cacheHits: 1 })
  })

  test('without a tally of its own can be counted for as well', () => {
    const callContext = createCallContext(new AbortController().signal)
    countUsage(callContext, 'cacheHits')
    expect([...callContext.usages()]).toEqual([{ upstreamCalls: 0, cacheHits: 1 }])
  })

  test('may be listened to hundreds of times without a warning', async () => {
    const complaints = await complaintsDuring(async () => {
      const { callContext } = visitor()
      const scan = createChildContext(callContext, new AbortController().signal)
      const waits = Array.from({ length: 300 }, () => deferred<void>())
      const joints = waits.map(() => createSharedContext())
      for (const joint of joints) joint.join(scan)
      const joint = createSharedContext()
      joint.join(callContext)
      const waiting = waits.flatMap(({ promise }) =>
        [callContext, scan, joint.callContext].map((who) => untilAborted(who, promise)),
      )
      for (const wait of waits) wait.resolve()
      await Promise.all(waiting)
    })
    expect(complaints).toEqual([])
  })
})

describe('a subcaller', () => {
  test('leaves with its parent, for the same reason', () => {
    const parent = visitor()
    const sub = createChildContext(parent.callContext, new AbortController().signal)
    expect(sub.signal.aborted).toBe(false)
    parent.leave('hung up')
    expect(sub.signal.reason).toBe('hung up')
  })

  test('leaves on its own while its parent stays', () => {
    const { callContext: parent } = visitor()
    const own = new AbortController()
    const sub = createChildContext(parent, own.signal)
    own.abort('seen enough')
    expect(sub.signal.reason).toBe('seen enough')
    expect(parent.signal.aborted).toBe(false)
  })

  test('is as demanding as its parent', () => {
    const parent = createCallContext(new AbortController().signal, undefined, 1_700_000_000)
    expect(createChildContext(parent, new AbortController().signal).freshSince).toBe(1_700_000_000)
  })

  test('waits in the manner of its parent', () => {
    const parent = withOptions(anybody(), { priority: PRIORITY.scan, isPatient: true })
    const sub = createChildContext(parent, new AbortController().signal)
    expect(sub).toMatchObject({ priority: PRIORITY.scan, isPatient: true })
  })

  test('counts for its parent', () => {
    const { callContext, usage } = visitor()
    countUsage(createChildContext(callContext, new AbortController().signal), 'upstreamCalls')
    expect(usage).toEqual({ upstreamCalls: 1, cacheHits: 0 })
  })
})

describe('a caller in another manner', () => {
  test('is the same but for the manner', () => {
    const { callContext, usage, leave } = visitor()
    const demanding = { ...callContext, freshSince: 1_700_000_000 }
    const batch = withOptions(demanding, { priority: PRIORITY.batch })
    expect(batch).toMatchObject({ priority: PRIORITY.batch, isPatient: false, freshSince: 1_700_000_000 })
    const patient = withOptions(batch, { isPatient: true })
    expect(patient).toMatchObject({ priority: PRIORITY.batch, isPatient: true, freshSince: 1_700_000_000 })
    countUsage(patient, 'cacheHits')
    expect(usage.cacheHits).toBe(1)
    leave('hung up')
    expect(patient.signal.reason).toBe('hung up')
  })
})

describe('a caller that leaves when told to', () => {
  test('is a person with a look-up until told otherwise, and in a hurry', () => {
    const callContext = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    expect(callContext).toMatchObject({ priority: PRIORITY.lookup, isPatient: false })
  })

  test('has left for whoever listens first afterwards, for the first reason', () => {
    const callContext = new LazyCallContext({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    callContext.leave('hung up')
    callContext.leave('again')
    expect(callContext.signal.reason).toBe('hung up')
  })
})

describe('a joint caller', () => {
  test('is as urgent and as patient as any who ever joined', () => {
    const joint = createSharedContext()
    expect(joint.callContext).toMatchObject({ priority: PRIORITY.background, isPatient: false })
    const person = visitor()
    joint.join(withOptions(anybody(), { priority: PRIORITY.batch, isPatient: true }))
    expect(joint.callContext).toMatchObject({ priority: PRIORITY.batch, isPatient: true })
    joint.join(person.callContext)
    joint.join(withOptions(anybody(), { priority: PRIORITY.scan }))
    person.leave()
    expect(joint.callContext).toMatchObject({ priority: PRIORITY.lookup, isPatient: true })
  })

  test('stays as long as one of those who joined stays', () => {
    const [a, b, c] = [visitor(), visitor(), visitor()]
    const joint = createSharedContext()
    joint.join(a.callContext)
    joint.join(b.callContext)
    a.leave()
    joint.join(c.callContext)
    b.leave()
    expect(joint.callContext.signal.aborted).toBe(false)
  })

  test('leaves with the last of them, for their reason', () => {
    const [a, b] = [visitor(), visitor()]
    const joint = createSharedContext()
    joint.join(a.callContext)
    joint.join(b.callContext)
    b.leave('first')
    a.leave('last')
    expect(joint.callContext.signal.reason).toBe('last')
  })

  test('does not take in somebody who has left, and gives their reason', () => {
    const [a, gone] = [visitor(), visitor()]
    const joint = createSharedContext()
    joint.join(a.callContext)
    gone.leave(new Error('hung up'))
    expect(() => joint.join(gone.callContext)).toThrow('hung up')
    a.leave()
    expect(joint.callContext.signal.aborted).toBe(true)
  })

  test('takes somebody who joins twice for one', () => {
    const { callContext, usage, leave } = visitor()
    const joint = createSharedContext()
    joint.join(callContext)
    joint.join(callContext)
    countUsage(joint.callContext, 'upstreamCalls')
    expect(usage.upstreamCalls).toBe(1)
    leave()
    expect(joint.callContext.signal.aborted).toBe(true)
  })

  test('forgets somebody who joined twice once it is released', () => {
    const { callContext, leave } = visitor()
    const joint = createSharedContext()
    joint.join(callContext)
    joint.join(callContext)
    joint.release()
    leave()
    expect(joint.callContext.signal.aborted).toBe(false)
  })

  test('counts for each who joined, and no longer for those who left', () => {
    const [a, b] = [visitor(), visitor()]
    const joint = createSharedContext()
    joint.join(a.callContext)
    joint.join(b.callContext)
    countUsage(joint.callContext, 'upstreamCalls')
    b.leave()
    countUsage(joint.callContext, 'upstreamCalls')
    expect([a.usage.upstreamCalls, b.usage.upstreamCalls]).toEqual([2, 1])
  })

  test('counts once for somebody who stands behind several of those who joined', () => {
    const { callContext, usage } = visitor()
    const inner = createSharedContext()
    inner.join(callContext)
    const joint = createSharedContext()
    joint.join(callContext)
    joint.join(createChildContext(callContext, new AbortController().signal))
    joint.join(inner.callContext)
    countUsage(joint.callContext, 'cacheHits')
    expect(usage).toEqual({ upstreamCalls: 0, cacheHits: 1 })
  })

  test('does not leave any more once it is released', () => {
    const { callContext, leave } = visitor()
    const joint = createSharedContext()
    joint.join(callContext)
    joint.release()
    leave()
    expect(joint.callContext.signal.aborted).toBe(false)
  })
})

describe('waiting until a caller leaves', () => {
  test('gives what the work resolves to', async () => {
    expect(await untilAborted(anybody(), Promise.resolve('done'))).toBe('done')
  })

  test('gives the error the work rejects with', async () => {
    await expect(untilAborted(anybody(), Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  test('ends with the reason of a caller who leaves, while the work goes on and may still fail', async () => {
    const complaints = await complaintsDuring(async () => {
      const { callContext, leave } = visitor()
      const work = deferred<string>()
      const waiting = untilAborted(callContext, work.promise)
      leave(new Error('hung up'))
      await expect(waiting).rejects.toThrow('hung up')
      work.reject(new Error('too late'))
    })
    expect(complaints).toEqual([])
  })

  test('ends at once for a caller who has left already', async () => {
    const { callContext, leave } = visitor()
    leave(new Error('hung up'))
    await expect(untilAborted(callContext, new Promise(() => {}))).rejects.toThrow('hung up')
  })
})
