import { expect, test } from 'vitest'
import { watchDeadline } from '../../src/http/deadline.ts'
import { ask } from '../support/ask.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakeContext } from '../support/fake-context.ts'
import { httpForTest } from '../support/http.ts'
import { until } from '../support/until.ts'

/** The deadline of a request that was accepted some time ago; `events` has what was called when, milliseconds after that. */
function watch({ delayMs = 0, acceptedAgoMs = 0 } = {}) {
  const clock = createFakeClock()
  const loop = { delayMs }
  const events: [string, number][] = []
  const startedAt = clock.now() - acceptedAgoMs
  const note = (what: string) => () => void events.push([what, clock.now() - startedAt])
  const recentDelayMs = () => loop.delayMs
  const stop = watchDeadline({ clock, recentDelayMs, startedAt, onGiveUp: note('give up'), onOverdue: note('overdue') })
  return { clock, loop, events, stop }
}

test.each([
  [0, 9_000, 9_500],
  [100, 8_800, 9_300],
  [400, 8_200, 8_700],
  [60_000, 7_000, 7_500],
])(
  'with delays of %i ms a request is given up after %i ms and overdue after %i ms',
  async (delayMs, givenUp, overdue) => {
    const { clock, events } = watch({ delayMs })
    await clock.advance(20_000)
    expect(events).toEqual([
      ['give up', givenUp],
      ['overdue', overdue],
    ])
    expect(clock.pending()).toBe(0)
  },
)

test('the time counts from when the request was accepted, not from the first call to Steam', async () => {
  const { clock, events } = watch({ acceptedAgoMs: 3_000 })
  await clock.advance(20_000)
  expect(events).toEqual([
    ['give up', 9_000],
    ['overdue', 9_500],
  ])
})

test('a delay that begins shortly before the end brings it forward', async () => {
  const { clock, loop, events } = watch()
  await clock.advance(8_500)
  expect(events).toEqual([])
  loop.delayMs = 500
  await clock.advance(100)
  expect(events).toEqual([
    ['give up', 8_600],
    ['overdue', 8_600],
  ])
})

test('nothing happens once it is stopped, also after the calls were given up', async () => {
  const { clock, events, stop } = watch()
  await clock.advance(9_200)
  stop()
  await clock.advance(20_000)
  expect(events).toEqual([['give up', 9_000]])
})

test('an answer leaves in time although Steam hangs, and the stored answers of the outage as well', async () => {
  const clock = createFakeClock()
  const never = () => new Promise<never>(() => {})
  const hanging = { getSummary: never, getBans: never, getRustHours: never, getFriends: never }
  let isAsked = false
  const context = fakeContext()
  const getBans: typeof context.steam.getBans = (_, { signal }) => {
    isAsked = true
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const http = await httpForTest({
    clock,
    context: {
      ...context,
      steam: { ...context.steam, getBans },
      staleAnswers: { ...context.staleAnswers, ...hanging },
    },
  })
  const reply = ask(http, '/api/lookup?steamId=76561197960287930')
  await until(() => isAsked)
  await clock.advance(9_500)
  expect(await reply).toMatchObject({
    status: 503,
    body: { code: 'platform_unavailable', error: expect.stringContaining('did not answer in time') },
  })
})
