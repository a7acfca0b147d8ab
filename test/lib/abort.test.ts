import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { onAbort, untilAborted } from '../../src/lib/abort.ts'
import { cancellableCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { warningsDuring } from '../support/process-events.ts'

describe('onAbort', () => {
  test('needs one event listener of a signal for any number of listeners, and none after the last has been removed', () => {
    const { signal } = new AbortController()
    const removals = Array.from({ length: 300 }, () => onAbort(signal, () => {}))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const remove of removals.slice(1)) remove()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const remove of removals) remove()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('calls each listener that was not removed, once and in order, also the same function added twice', () => {
    const controller = new AbortController()
    const heard: string[] = []
    const first = (reason: unknown) => heard.push(`first ${String(reason)}`)
    onAbort(controller.signal, first)
    onAbort(controller.signal, first)
    const remove = onAbort(controller.signal, () => heard.push('removed'))
    onAbort(controller.signal, () => {
      heard.push('last')
      removeLater()
    })
    const removeLater = onAbort(controller.signal, () => heard.push('removed by another listener'))
    remove()
    controller.abort('left')
    controller.abort('again')
    expect(heard).toEqual(['first left', 'first left', 'last'])
  })
})

describe('untilAborted', () => {
  test('rejects with the abort reason, and ignores a later failure of the work', async () => {
    const complaints = await warningsDuring(async () => {
      const { callContext, leave } = cancellableCall()
      const work = deferred<string>()
      const waiting = untilAborted(callContext, work.promise)
      leave(new Error('hung up'))
      await expect(waiting).rejects.toThrow('hung up')
      work.reject(new Error('too late'))
    })
    expect(complaints).toEqual([])
  })

  test('rejects at once when the call is aborted already', async () => {
    const { callContext, leave } = cancellableCall()
    leave(new Error('hung up'))
    await expect(untilAborted(callContext, new Promise(() => {}))).rejects.toThrow('hung up')
  })
})
