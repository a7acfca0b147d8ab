import { expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { createStatusFeed } from '../../page/state/status-feed.ts'
import { exampleStatus } from '../support/example-status.ts'

const NOW = exampleStatus.at - 100

/** A feed of the given answers, each used once. */
function feedOf(...answers: (() => Promise<typeof exampleStatus>)[]) {
  const rest = [...answers]
  const next = () => (rest.shift() ?? (() => Promise.reject(new Error('not expected'))))()
  const feed = createStatusFeed({ getStatus: next, now: () => NOW, createTimeout: () => new AbortController().signal })
  return { feed, left: () => rest.length }
}
const answer = () => Promise.resolve(exampleStatus)

test('the state is kept with its time and the difference of the clocks', async () => {
  const { feed } = feedOf(answer)
  await feed.refresh()
  expect(feed.store.get()).toMatchObject({ status: exampleStatus, refreshedAt: NOW, clockOffset: 100, failure: null })
})

test.each([
  ['connection_failed', 'offline'],
  ['unauthorized', 'logged_out'],
  ['not_found', 'closed'],
  ['overloaded', 'other'],
] as const)('after %s the last values stay, with the reason', async (code, reason) => {
  const { feed } = feedOf(answer, () => Promise.reject(new ApiError(code, '')), answer)
  await feed.refresh()
  await feed.refresh()
  expect(feed.store.get()).toMatchObject({ status: exampleStatus, refreshedAt: NOW, failure: { reason, code } })
  await feed.refresh()
  expect(feed.store.get().failure).toBeNull()
})

test('a try that takes too long is told apart from a service that cannot be reached', async () => {
  const getStatus = (signal: AbortSignal) => Promise.reject(signal.reason)
  const feed = createStatusFeed({ getStatus, now: () => NOW, createTimeout: () => AbortSignal.abort() })
  await feed.refresh()
  expect(feed.store.get().failure?.reason).toBe('no_answer')
})

test('one try runs at a time', async () => {
  const { feed, left } = feedOf(answer, answer)
  await Promise.all([feed.refresh(), feed.refresh()])
  expect(left()).toBe(1)
})

test('nothing is read by itself while it is paused; going on reads at once', async () => {
  const { feed, left } = feedOf(answer, answer)
  feed.setPaused(true)
  await feed.refreshUnlessPaused()
  expect(left()).toBe(2)
  feed.setPaused(false)
  expect(left()).toBe(1)
})
