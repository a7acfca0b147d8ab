import { expect, test } from 'vitest'
import { watchDeadline } from '../../src/http/deadline.ts'
import { json, route } from '../../src/http/route.ts'
import { ask } from '../support/ask.ts'
import { deferred } from '../support/deferred.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakeContext } from '../support/fake-context.ts'
import { httpForTest } from '../support/http.ts'
import { hasReplies, parseReplies, request, talk } from '../support/raw.ts'
import { until } from '../support/until.ts'

/** The deadline of a request that was accepted some time ago; `events` has what was called when, milliseconds after that. */
function watch({ acceptedAgoMs = 0 } = {}) {
  const clock = createFakeClock()
  const events: [string, number][] = []
  const startedAt = clock.now() - acceptedAgoMs
  const note = (what: string) => () => void events.push([what, clock.now() - startedAt])
  const stop = watchDeadline({ clock, startedAt, onGiveUp: note('give up'), onOverdue: note('overdue') })
  return { clock, events, stop }
}

test.each([0, 3_000, 12_000])(
  'a request that was accepted %i ms ago is given up 9 s after that, and overdue half a second later',
  async (acceptedAgoMs) => {
    const { clock, events } = watch({ acceptedAgoMs })
    await clock.advance(20_000)
    const givenUp = Math.max(9_000, acceptedAgoMs)
    expect(events).toEqual([
      ['give up', givenUp],
      ['overdue', givenUp + 500],
    ])
    expect(clock.pending()).toBe(0)
  },
)

test('nothing happens once it is stopped, also after the calls were given up', async () => {
  const { clock, events, stop } = watch()
  await clock.advance(9_200)
  stop()
  await clock.advance(20_000)
  expect(events).toEqual([['give up', 9_000]])
})

const never = () => new Promise<never>(() => {})

test.each([
  ['Steam hangs', {}, 9_000, 'steam;dur=9000.0'],
  [
    'the stored answers of the outage hang, too',
    { getSummary: never, getBans: never, getRustHours: never, getFriends: never },
    9_500,
    expect.stringMatching(/^steam;dur=/),
  ],
])('an answer leaves in time although %s', async (_, staleAnswers, afterMs, timing) => {
  const clock = createFakeClock()
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
      staleAnswers: { ...context.staleAnswers, ...staleAnswers },
    },
  })
  const reply = ask(http, '/api/lookup?steamId=76561197960287930')
  await until(() => isAsked)
  await clock.advance(afterMs)
  expect(await reply).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60', 'server-timing': timing },
    body: { code: 'platform_unavailable', error: 'Steam did not answer in time; try again in a minute.' },
  })
})

test('an event stream that has ended, and waits behind another answer, arrives whole however long it waits', async () => {
  const clock = createFakeClock()
  const [goesOn, hasEnded] = [deferred<void>(), deferred<void>()]
  async function* events() {
    yield 'one'
    yield 'two'
    hasEnded.resolve()
  }
  const plain = { method: 'GET', summary: '', tag: 'Operation', cost: 'free', responses: {} } as const
  const http = await httpForTest({
    clock,
    routes: [
      route({ ...plain, path: '/slow', handle: () => goesOn.promise.then(() => json({})) }),
      route({ ...plain, path: '/events', isStream: true, handle: () => ({ kind: 'events', events: events() }) }),
    ],
  })
  const received = talk(http.port, [request('GET', '/slow') + request('GET', '/events')], { done: hasReplies(2) })
  await hasEnded.promise
  await clock.advance(60_000)
  goesOn.resolve()
  const [, stream] = parseReplies(await received)
  expect(String(stream?.body)).toBe('data: "one"\n\ndata: "two"\n\n')
})
