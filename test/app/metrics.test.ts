import { expect, test } from 'vitest'
import { createMetrics } from '../../src/app/metrics.ts'
import type { StoredStatus } from '../../src/app/status/read-stored-status.ts'
import { exampleStatus } from '../support/example-status.ts'

const { sweeps, alerts } = exampleStatus

test('of the backup and of silent game servers, the process with the lease tells what the database knows', async () => {
  const metrics = createMetrics()
  if (!sweeps || !alerts) throw new Error('the example has no database')
  const rest = { guilds: 0, channelProblems: [], gameServers: [], listing: null, guildNames: {} }
  const tell = (parts: Pick<StoredStatus, 'serversSilent' | 'backedUpAt'>) =>
    metrics.onStoredStatus({ sweeps, alerts, ...rest, ...parts })
  const read = async () =>
    String((await metrics.text()).body).match(/^rapsheet_(database_backup|policy_servers)_\w+ .*$/gm) ?? []
  metrics.watchLists()
  expect(await read()).toEqual([])
  metrics.onWatchLease(true)
  tell({ serversSilent: 2, backedUpAt: 1_700_000_000 })
  expect(await read()).toEqual([
    'rapsheet_database_backup_timestamp_seconds 1700000000',
    'rapsheet_policy_servers_silent 2',
  ])
  tell({ serversSilent: 0, backedUpAt: null })
  expect(await read()).toEqual(['rapsheet_policy_servers_silent 0'])
  metrics.onWatchLease(false)
  expect(await read()).toEqual([])
})

test('it tells how current the lists are, and which channels cannot be used', async () => {
  const metrics = createMetrics()
  metrics.watchLists()
  metrics.onWatchLease(true)
  const rest = { guilds: 3, gameServers: [], serversSilent: 0, listing: null, backedUpAt: null, guildNames: {} }
  if (!sweeps || !alerts) throw new Error('the example has no database')
  const channelProblems = (['not_set', 'channel_gone', 'forbidden'] as const).map((problem) => ({
    guildId: '1',
    guildName: null,
    problem,
  }))
  metrics.onStoredStatus({
    sweeps: { ...sweeps, watched: 9, overdue: 3, unanswered: 1 },
    alerts,
    channelProblems,
    ...rest,
  })
  expect(String((await metrics.text()).body).match(/^rapsheet_watch_(?:accounts|channels|lease).* .*$/gm)).toEqual([
    'rapsheet_watch_lease_held 1',
    'rapsheet_watch_accounts 9',
    'rapsheet_watch_accounts_overdue 3',
    'rapsheet_watch_accounts_unanswered 1',
    'rapsheet_watch_channels_refused 2',
  ])
})

test('requests at the same time share one rendering', async () => {
  const metrics = createMetrics()
  const first = metrics.text()
  expect(metrics.text()).toBe(first)
  await first
  expect(metrics.text()).not.toBe(first)
})
