import { expect, test } from 'vitest'
import { createMetrics } from '../../src/app/metrics.ts'
import type { WatchReport } from '../../src/app/status/watch-report.ts'

const REPORT: WatchReport = {
  watched: 1,
  overdue: 0,
  unanswered: 0,
  oldestCheckedAt: null,
  alertsWaiting: 0,
  channelsRefused: 0,
  refusals: 0,
  joins: 0,
  serversSilent: 0,
  backedUpAt: null,
}

test('of the backup and of silent game servers, the process with the lease tells what the database knows', async () => {
  const metrics = createMetrics()
  const read = async () =>
    String((await metrics.text()).body).match(/^rapsheet_(database_backup|policy_servers)_\w+ .*$/gm) ?? []
  metrics.watchLists()
  expect(await read()).toEqual([])
  metrics.onWatchLease(true)
  metrics.onWatchReport({ ...REPORT, serversSilent: 2, backedUpAt: 1_700_000_000 })
  expect(await read()).toEqual([
    'rapsheet_database_backup_timestamp_seconds 1700000000',
    'rapsheet_policy_servers_silent 2',
  ])
  metrics.onWatchReport({ ...REPORT, serversSilent: 0, backedUpAt: null })
  expect(await read()).toEqual(['rapsheet_policy_servers_silent 0'])
  metrics.onWatchLease(false)
  expect(await read()).toEqual([])
})
