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
