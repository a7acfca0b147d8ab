import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { shell, useMachine, warnings } from './program.ts'

const { steam, ids, run } = await useMachine()

const CLIENT_ADDRESS = '127.0.0.9'
const AGENT = { 'user-agent': 'rapsheet-test/1.0', connection: 'close' }

/** CPU time of the process, in ticks of 10 ms. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Opens idle connections from an address; closed after the test. */
async function openIdle(port: number, count: number, localAddress: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
  for (const socket of sockets) {
    socket.on('error', () => {}).resume()
    onTestFinished(() => void socket.destroy())
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

/** The value of a gauge without labels. */
async function gaugeOf(url: string, name: string): Promise<number> {
  const { body } = await ask({ url }, '/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(String(body))?.[1])
}

const openClient = (port: number) => connect({ port, host: '127.0.0.1', localAddress: CLIENT_ADDRESS })

const lookUp = (port: number, id: string | undefined, open: () => Socket) =>
  talkOnce(port, request('GET', `/api/lookup?steamId=${id}`, AGENT), { open, withinMs: 12_000 })

test('without free file descriptors the program keeps running without using CPU, answers 503, and serves again once there are some', async () => {
  const program = run()
  const url = await program.url()
  const port = Number(new URL(url).port)
  expect(await ask({ url }, `/api/lookup?steamId=${ids[0]}`)).toMatchObject({ status: 200 })
  const clients = await openIdle(port, 6, CLIENT_ADDRESS)
  await openIdle(port, 100, '127.0.0.2')
  // The program does not see connections that wait to be accepted, so their requests would never time out.
  await expect.poll(() => gaugeOf(url, 'rapsheet_http_connections'), { timeout: 10_000 }).toBeGreaterThanOrEqual(106)
  // Fewer than it has open already, so that nothing can be opened: neither a connection nor the file with the memory usage.
  shell(`prlimit --pid ${program.pid} --nofile=16:`)
  const before = ticksOf(program.pid)
  for (const socket of clients) socket.pause()

  // Each needs a new connection to Steam, for which no descriptor is left.
  steam.dial.set('*', { latencyMs: 300 })
  const replies = await Promise.all(
    clients.map((socket, index) => lookUp(port, ids[100 + index], () => socket.resume())),
  )
  for (const { status, body } of replies) {
    if (status === 200) expect(body).toMatchObject({ unavailable: expect.any(Array) })
    else expect([status, body]).toMatchObject([503, { code: 'platform_unavailable' }])
  }
  expect(replies.some(({ status, body }) => status === 503 || JSON.stringify(body).includes('"unavailable":["'))).toBe(
    true,
  )
  steam.dial.reset()

  // Idle connections time out meanwhile; after that the process must not use CPU.
  await expect
    .poll(() => program.log().filter((line) => line['status'] === 408).length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(100)
  const busy = ticksOf(program.pid)
  await sleep(2_500)
  expect(ticksOf(program.pid) - busy).toBeLessThan(60)
  expect(busy - before).toBeLessThan(500)
  expect(program.output().stderr).toBe('')
  expect(warnings(program).filter(({ msg }) => msg !== 'request').length).toBeLessThanOrEqual(3)

  shell(`prlimit --pid ${program.pid} --nofile=1024:`)
  await expect
    .poll(
      () =>
        lookUp(port, ids[1], () => openClient(port)).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 60_000)
