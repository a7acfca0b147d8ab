import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReply } from '../../src/discord/reply.ts'
import type { View } from '../../src/discord/view.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { deferred } from '../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const INTERVAL_MS = 1_500
const view = (content: string): View => ({ components: [{ type: 10, content }] })
const contentOf = ({ components: [first] }: View) => (first && 'content' in first ? first.content : '')

/** A reply, what it sent when (ms since the start), and its callbacks. */
function createLog(
  send: (content: string) => Promise<unknown> = async () => {},
  progressIntervalMs = () => INTERVAL_MS,
) {
  const start = performance.now()
  const sent: [content: string, at: number][] = []
  const edits: string[] = []
  const failures: unknown[] = []
  const reply = createReply({
    send: (shown) => {
      sent.push([contentOf(shown), performance.now() - start])
      return send(contentOf(shown))
    },
    editThrottle: { acquire: async () => {}, progressIntervalMs },
    clock: systemClock,
    onEdit: (outcome) => void edits.push(outcome),
    onFailure: (error) => void failures.push(error),
  })
  const progress = (content: string) => reply.progress(view(content))
  const show = (content: string) => reply.show(view(content))
  return { sent, edits, failures, progress, show }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('progress', () => {
  test('is shown at once, and then its newest view every 1.5 s', async () => {
    const { sent, edits, progress } = createLog()
    for (let percent = 0; percent < 60; percent++) {
      progress(`${percent} %`)
      await pass(100)
    }
    await pass(INTERVAL_MS)
    expect(sent).toEqual([
      ['0 %', 0],
      ['14 %', 1_500],
      ['29 %', 3_000],
      ['44 %', 4_500],
      ['59 %', 6_000],
    ])
    expect(edits.filter((outcome) => outcome === 'sent')).toHaveLength(5)
    expect(edits.filter((outcome) => outcome === 'coalesced')).toHaveLength(55)
  })

  test('that cannot be shown is reported, and the next is tried', async () => {
    const { sent, edits, failures, progress } = createLog(async (content) => {
      if (content === 'a') throw new Error('no')
    })
    progress('a')
    await pass(10)
    progress('b')
    await pass(5_000)
    expect(sent.map(([content]) => content)).toEqual(['a', 'b'])
    expect(edits).toEqual(['failed', 'sent'])
    expect(failures).toEqual([new Error('no')])
  })
})

describe('the answer', () => {
  test('does not wait for the progress interval and replaces pending progress', async () => {
    const { sent, edits, progress, show } = createLog()
    progress('a')
    await pass(100)
    progress('b')
    await pass(100)
    await show('answer')
    await pass(10_000)
    expect(sent).toEqual([
      ['a', 0],
      ['answer', 200],
    ])
    expect(edits).toEqual(['sent', 'coalesced', 'sent'])
  })

  test('is sent after a progress edit that is being sent', async () => {
    const underway = deferred<void>()
    const { sent, progress, show } = createLog((content) => (content === 'a' ? underway.promise : Promise.resolve()))
    progress('a')
    await pass(0)
    const shown = show('answer')
    await pass(3_000)
    expect(sent.map(([content]) => content)).toEqual(['a'])
    underway.resolve()
    await shown
    expect(sent).toEqual([
      ['a', 0],
      ['answer', 3_000],
    ])
  })

  test('is sent even when the progress edit before it fails', async () => {
    const underway = deferred<void>()
    const { sent, failures, progress, show } = createLog((content) =>
      content === 'a' ? underway.promise : Promise.resolve(),
    )
    progress('a')
    await pass(0)
    const shown = show('answer')
    underway.reject(new Error('no'))
    await shown
    expect(sent.map(([content]) => content)).toEqual(['a', 'answer'])
    expect(failures).toEqual([new Error('no')])
  })

  test('is final: later progress is not shown', async () => {
    const { sent, edits, progress, show } = createLog()
    await show('answer')
    progress('late')
    await pass(10_000)
    expect(sent.map(([content]) => content)).toEqual(['answer'])
    expect(edits).toEqual(['sent'])
  })

  test('rejects when Discord rejects it, and another can be shown', async () => {
    const { sent, edits, failures, show } = createLog(async (content) => {
      if (content === 'answer') throw new Error('no')
    })
    await expect(show('answer')).rejects.toThrow('no')
    await show('why there is none')
    expect(sent.map(([content]) => content)).toEqual(['answer', 'why there is none'])
    expect(edits).toEqual(['failed', 'sent'])
    expect(failures).toEqual([])
  })

  test('causes no unhandled rejection when Discord rejects it while progress is being sent', async () => {
    const underway = deferred<void>()
    const { progress, show } = createLog((content) =>
      content === 'a' ? underway.promise : Promise.reject(new Error('no')),
    )
    progress('a')
    await pass(0)
    const shown = show('answer')
    underway.resolve()
    await expect(shown).rejects.toThrow('no')
  })
})
