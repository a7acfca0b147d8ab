import { describe, expect, test } from 'vitest'
import {
  count,
  createCaller,
  createJointCaller,
  createSubcaller,
  inManner,
  Leaver,
  untilLeft,
  URGENCY,
} from '../../src/lib/caller.ts'
import { anybody, visitor } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { complaintsDuring } from '../support/process-events.ts'

describe('a caller', () => {
  test('counts on its own tally', () => {
    const { caller, tally } = visitor()
    count(caller, 'upstreamCalls')
    count(caller, 'upstreamCalls')
    count(caller, 'cacheHits')
    expect(tally).toEqual({ upstreamCalls: 2, cacheHits: 1 })
  })

  test('without a tally of its own can be counted for as well', () => {
    const caller = createCaller(new AbortController().signal)
    count(caller, 'cacheHits')
    expect([...caller.tallies()]).toEqual([{ upstreamCalls: 0, cacheHits: 1 }])
  })

  test('may be listened to hundreds of times without a warning', async () => {
    const complaints = await complaintsDuring(async () => {
      const { caller } = visitor()
      const scan = createSubcaller(caller, new AbortController().signal)
      const waits = Array.from({ length: 300 }, () => deferred<void>())
      const joints = waits.map(() => createJointCaller())
      for (const joint of joints) joint.join(scan)
      const joint = createJointCaller()
      joint.join(caller)
      const waiting = waits.flatMap(({ promise }) => [caller, scan, joint.caller].map((who) => untilLeft(who, promise)))
      for (const wait of waits) wait.resolve()
      await Promise.all(waiting)
    })
    expect(complaints).toEqual([])
  })
})

describe('a subcaller', () => {
  test('leaves with its parent, for the same reason', () => {
    const parent = visitor()
    const sub = createSubcaller(parent.caller, new AbortController().signal)
    expect(sub.signal.aborted).toBe(false)
    parent.leave('hung up')
    expect(sub.signal.reason).toBe('hung up')
  })

  test('leaves on its own while its parent stays', () => {
    const { caller: parent } = visitor()
    const own = new AbortController()
    const sub = createSubcaller(parent, own.signal)
    own.abort('seen enough')
    expect(sub.signal.reason).toBe('seen enough')
    expect(parent.signal.aborted).toBe(false)
  })

  test('is as demanding as its parent', () => {
    const parent = createCaller(new AbortController().signal, undefined, 1_700_000_000)
    expect(createSubcaller(parent, new AbortController().signal).freshSince).toBe(1_700_000_000)
  })

  test('waits in the manner of its parent', () => {
    const parent = inManner(anybody(), { urgency: URGENCY.scan, isPatient: true })
    const sub = createSubcaller(parent, new AbortController().signal)
    expect(sub).toMatchObject({ urgency: URGENCY.scan, isPatient: true })
  })

  test('counts for its parent', () => {
    const { caller, tally } = visitor()
    count(createSubcaller(caller, new AbortController().signal), 'upstreamCalls')
    expect(tally).toEqual({ upstreamCalls: 1, cacheHits: 0 })
  })
})

describe('a caller in another manner', () => {
  test('is the same but for the manner', () => {
    const { caller, tally, leave } = visitor()
    const demanding = { ...caller, freshSince: 1_700_000_000 }
    const batch = inManner(demanding, { urgency: URGENCY.batch })
    expect(batch).toMatchObject({ urgency: URGENCY.batch, isPatient: false, freshSince: 1_700_000_000 })
    const patient = inManner(batch, { isPatient: true })
    expect(patient).toMatchObject({ urgency: URGENCY.batch, isPatient: true, freshSince: 1_700_000_000 })
    count(patient, 'cacheHits')
    expect(tally.cacheHits).toBe(1)
    leave('hung up')
    expect(patient.signal.reason).toBe('hung up')
  })
})

describe('a caller that leaves when told to', () => {
  test('is a person with a look-up until told otherwise, and in a hurry', () => {
    const leaver = new Leaver({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    expect(leaver).toMatchObject({ urgency: URGENCY.lookup, isPatient: false })
  })

  test('has left for whoever listens first afterwards, for the first reason', () => {
    const leaver = new Leaver({ upstreamCalls: 0, cacheHits: 0 }, () => {})
    leaver.leave('hung up')
    leaver.leave('again')
    expect(leaver.signal.reason).toBe('hung up')
  })
})

describe('a joint caller', () => {
  test('is as urgent and as patient as any who ever joined', () => {
    const joint = createJointCaller()
    expect(joint.caller).toMatchObject({ urgency: URGENCY.background, isPatient: false })
    const person = visitor()
    joint.join(inManner(anybody(), { urgency: URGENCY.batch, isPatient: true }))
    expect(joint.caller).toMatchObject({ urgency: URGENCY.batch, isPatient: true })
    joint.join(person.caller)
    joint.join(inManner(anybody(), { urgency: URGENCY.scan }))
    person.leave()
    expect(joint.caller).toMatchObject({ urgency: URGENCY.lookup, isPatient: true })
  })

  test('stays as long as one of those who joined stays', () => {
    const [a, b, c] = [visitor(), visitor(), visitor()]
    const joint = createJointCaller()
    joint.join(a.caller)
    joint.join(b.caller)
    a.leave()
    joint.join(c.caller)
    b.leave()
    expect(joint.caller.signal.aborted).toBe(false)
  })

  test('leaves with the last of them, for their reason', () => {
    const [a, b] = [visitor(), visitor()]
    const joint = createJointCaller()
    joint.join(a.caller)
    joint.join(b.caller)
    b.leave('first')
    a.leave('last')
    expect(joint.caller.signal.reason).toBe('last')
  })

  test('does not take in somebody who has left, and gives their reason', () => {
    const [a, gone] = [visitor(), visitor()]
    const joint = createJointCaller()
    joint.join(a.caller)
    gone.leave(new Error('hung up'))
    expect(() => joint.join(gone.caller)).toThrow('hung up')
    a.leave()
    expect(joint.caller.signal.aborted).toBe(true)
  })

  test('takes somebody who joins twice for one', () => {
    const { caller, tally, leave } = visitor()
    const joint = createJointCaller()
    joint.join(caller)
    joint.join(caller)
    count(joint.caller, 'upstreamCalls')
    expect(tally.upstreamCalls).toBe(1)
    leave()
    expect(joint.caller.signal.aborted).toBe(true)
  })

  test('forgets somebody who joined twice once it is released', () => {
    const { caller, leave } = visitor()
    const joint = createJointCaller()
    joint.join(caller)
    joint.join(caller)
    joint.release()
    leave()
    expect(joint.caller.signal.aborted).toBe(false)
  })

  test('counts for each who joined, and no longer for those who left', () => {
    const [a, b] = [visitor(), visitor()]
    const joint = createJointCaller()
    joint.join(a.caller)
    joint.join(b.caller)
    count(joint.caller, 'upstreamCalls')
    b.leave()
    count(joint.caller, 'upstreamCalls')
    expect([a.tally.upstreamCalls, b.tally.upstreamCalls]).toEqual([2, 1])
  })

  test('counts once for somebody who stands behind several of those who joined', () => {
    const { caller, tally } = visitor()
    const inner = createJointCaller()
    inner.join(caller)
    const joint = createJointCaller()
    joint.join(caller)
    joint.join(createSubcaller(caller, new AbortController().signal))
    joint.join(inner.caller)
    count(joint.caller, 'cacheHits')
    expect(tally).toEqual({ upstreamCalls: 0, cacheHits: 1 })
  })

  test('does not leave any more once it is released', () => {
    const { caller, leave } = visitor()
    const joint = createJointCaller()
    joint.join(caller)
    joint.release()
    leave()
    expect(joint.caller.signal.aborted).toBe(false)
  })
})

describe('waiting until a caller leaves', () => {
  test('gives what the work resolves to', async () => {
    expect(await untilLeft(anybody(), Promise.resolve('done'))).toBe('done')
  })

  test('gives the error the work rejects with', async () => {
    await expect(untilLeft(anybody(), Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  test('ends with the reason of a caller who leaves, while the work goes on and may still fail', async () => {
    const complaints = await complaintsDuring(async () => {
      const { caller, leave } = visitor()
      const work = deferred<string>()
      const waiting = untilLeft(caller, work.promise)
      leave(new Error('hung up'))
      await expect(waiting).rejects.toThrow('hung up')
      work.reject(new Error('too late'))
    })
    expect(complaints).toEqual([])
  })

  test('ends at once for a caller who has left already', async () => {
    const { caller, leave } = visitor()
    leave(new Error('hung up'))
    await expect(untilLeft(caller, new Promise(() => {}))).rejects.toThrow('hung up')
  })
})
