import { SETTINGS } from '../../src/settings.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { startAttack } from '../support/attack.ts'
import { createClient, inCrowd } from '../support/client.ts'
import { percentile, whole } from '../support/table.ts'
import type { Findings } from '../support/table.ts'
import type { Workshop } from '../support/workshop.ts'

const SLOW_CONNECTIONS = 1_500
/** More than there are places for, and fewer from each address than it may have. */
const MANY_CONNECTIONS = 3_000
const MANY_ADDRESSES = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`)
const HONEST_ADDRESS = '127.0.0.2'
const HONEST = 42

/** Whether clients that hold connections from one address are in the way of somebody at another. */
export async function measureSlowClients(workshop: Workshop): Promise<Findings> {
  const platform = await workshop.platform(20)
  // As shipped, which for other benchmarks is switched off.
  const { HTTP_MAX_CONNECTIONS_PER_ADDRESS: cap } = SETTINGS
  const ours = await workshop.rapsheet(platform, { HTTP_MAX_CONNECTIONS_PER_ADDRESS: cap.default ?? '' })
  const next = deal(wholeAccounts(5_000).map(({ steamId }) => steamId))
  const ask = async () => {
    // A connection for each, as somebody who comes now and then needs one.
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
  const askBeside = async (connections: number, addresses: string[]) => {
    const slow = await startAttack(workshop, ours.url, { kind: 'slow', connections, addresses })
    await sleep(2_000)
    const beside = await ask()
    await slow.stop()
    await sleep(1_000)
    return beside
  }
  const before = await ask()
  const besideOne = await askBeside(SLOW_CONNECTIONS, ['127.0.0.1'])
  const besideMany = await askBeside(MANY_CONNECTIONS, MANY_ADDRESSES)
  const tell = ({ refused, p50, p99 }: typeof before) =>
    `${refused} of ${HONEST} refused, p50 ${whole(p50)} ms, p99 ${whole(p99)} ms`
  return {
    rows: [
      { what: 'lookups of an honest client, nobody else there', target: '', measured: tell(before) },
      {
        what: `the same beside ${whole(SLOW_CONNECTIONS)} slow connections from another address`,
        target: 'none refused',
        measured: tell(besideOne),
        isMet: besideOne.refused === 0,
      },
      {
        what: `the same beside ${whole(MANY_CONNECTIONS)} slow connections from ${MANY_ADDRESSES.length} addresses`,
        target: 'none refused',
        measured: tell(besideMany),
        isMet: besideMany.refused === 0,
      },
    ],
  }
}
