import { expect, test } from 'vitest'
import { createMetrics } from '../../src/app/metrics.ts'
import { createFakeClock } from '../support/fake-clock.ts'

test('the age of the oldest check is by the clock of the process, which replicas set to the database’s time', async () => {
  const clock = createFakeClock()
  const metrics = createMetrics(clock)
  metrics.watchLists()
  metrics.onWatchLease(true)
  const oldestCheckedAt = clock.unixSeconds()
  const none = { waiting: 0, parked: 0 }
  metrics.onWatchReport({
    watched: 1,
    overdue: 0,
    unanswered: 0,
    oldestCheckedAt,
    alertsWaiting: 0,
    alertsParked: 0,
    channelsRefused: 0,
    refusals: none,
    joins: none,
  })
  await clock.advance(90_000)
  const { body } = await metrics.text()
  expect(body.toString()).toMatch(/^rapsheet_watch_oldest_check_age_seconds 90$/m)
})
