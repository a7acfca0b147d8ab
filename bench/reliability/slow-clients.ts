import { connect } from 'node:net'
import { SETTINGS } from '../../src/config.ts'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd } from '../support/client.ts'
import { percentile, whole } from '../support/table.ts'
import type { Findings } from '../support/table.ts'
import type { Workshop } from '../support/workshop.ts'

const SLOW_CONNECTIONS = 1_500
const DRIP_MS = 1_000
const HONEST_ADDRESS = '127.0.0.2'
const HONEST = 42

/** Connections from one address that say a little each second and never enough; each that is closed is opened again. */
export function openSlowConnections(port: number, count: number, localAddress = '127.0.0.1') {
  const sockets = new Set<Socket>()
  let isOver = false
  const open = () => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('connect', () => socket.write('GET /api/lookup?steamId=raider HTTP/1.1\r\nHost: localhost\r\n'))
    socket.once('close', () => {
      sockets.delete(socket)
      setTimeout(open, DRIP_MS / 2)
    })
    socket.resume()
  }
  for (let index = 0; index < count; index++) open()
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.connecting) socket.write('x')
  }, DRIP_MS)
  return {
    close() {
      isOver = true
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    },
  }
}

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
  const before = await ask()
  const slow = openSlowConnections(Number(new URL(ours.url).port), SLOW_CONNECTIONS)
  await sleep(2_000)
  const beside = await ask()
  slow.close()
  const tell = ({ refused, p50, p99 }: typeof before) =>
    `${refused} of ${HONEST} refused, p50 ${whole(p50)} ms, p99 ${whole(p99)} ms`
  return {
    rows: [
      { what: 'lookups of an honest client, nobody else there', target: '', measured: tell(before) },
      {
        what: `the same beside ${whole(SLOW_CONNECTIONS)} slow connections from another address`,
        target: 'none refused',
        measured: tell(beside),
        isMet: beside.refused === 0,
      },
    ],
  }
}
