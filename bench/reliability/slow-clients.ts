import { SETTINGS } from '../../src/app/settings/settings.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { startAttack } from '../support/attack.ts'
import { createClient, inCrowd } from '../support/client.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const SLOW_CONNECTIONS = 1_500
const HONEST_ADDRESS = '127.0.0.2'
const HONEST = 42

/** Whether clients that hold connections affect a client at another address. */
export async function measureSlowClients(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(20)
  // The default limit, which other benchmarks switch off.
  const { HTTP_MAX_CONNECTIONS_PER_ADDRESS: cap } = SETTINGS
  const ours = await testbed.rapsheet(platform, { HTTP_MAX_CONNECTIONS_PER_ADDRESS: cap.default ?? '' })
  const next = deal(wholeAccounts(5_000).map(({ steamId }) => steamId))
  const ask = async () => {
    // A new connection per request, as for an occasional client.
    const client = createClient(ours.url, { localAddress: HONEST_ADDRESS, isAlwaysNew: true })
    const replies = await inCrowd(Array.from({ length: HONEST }, next), 2, async (steamId) => {
      await sleep(100)
      return client.ask(`/api/lookup?steamId=${steamId}`)
    })
    client.close()
    const times = replies.map(({ ms }) => ms)
    return {
      refused: replies.filter(({ status }) => status !== 200).length,
      p99: percentile(times, 99),
      p50: percentile(times, 50),
    }
  }
  const before = await ask()
  const slow = await startAttack(testbed, ours.url, { connections: SLOW_CONNECTIONS, address: '127.0.0.1' })
  await sleep(2_000)
  const during = await ask()
  await slow.stop()
  const format = ({ refused, p50, p99 }: typeof before) =>
    `${refused} of ${HONEST} rejected, p50 ${whole(p50)} ms, p99 ${whole(p99)} ms`
  return {
    rows: [
      { what: 'lookups of a regular client without other clients', target: '', measured: format(before) },
      {
        what: `lookups of a regular client during ${whole(SLOW_CONNECTIONS)} slow connections from another address`,
        target: 'none rejected',
        measured: format(during),
        isMet: during.refused === 0,
      },
    ],
  }
}
