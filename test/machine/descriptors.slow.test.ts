import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import type { MainProcess } from '../support/main-process.ts'
import { request, talkOnce } from '../support/raw.ts'
import { shell, useMachine, warnings } from './program.ts'

const { steam, ids, run } = await useMachine()

const HONEST_ADDRESS = '127.0.0.9'
const AGENT = { 'user-agent': 'rapsheet-test/1.0', connection: 'close' }

/** Runs the program with so many files it may open, both limits of the system set. */
const withFiles = (count: number) => ({ under: ['/bin/sh', '-c', `ulimit -n ${count}; exec "$@"`, 'sh'] })

const limitWarnings = (program: MainProcess) =>
  warnings(program)
    .map(({ msg }) => msg)
    .filter((msg) => msg.includes('files may be open'))

/** What the process has used of the processor, in ticks of 10 ms. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Opens connections from an address that send nothing; closed with the test. */
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

const openHonest = (port: number) => connect({ port, host: '127.0.0.1', localAddress: HONEST_ADDRESS })

const lookUp = (port: number, id: string | undefined, open: () => Socket) =>
  talkOnce(port, request('GET', `/api/lookup?steamId=${id}`, AGENT), { open, withinMs: 12_000 })

test('with 1,024 files and the default settings, four addresses with 250 idle connections each keep no one from an answer', async () => {
  const program = run({}, withFiles(1_024))
  const port = Number(new URL(await program.url()).port)
  expect(limitWarnings(program)).toEqual([
    expect.stringMatching(
      /^Only 1024 files may be open, and HTTP_MAX_CONNECTIONS \(2500\) with STEAM_CONCURRENCY \(100\) needs 2792: at most 732 connections are accepted\. Raise the limit to 2792 /,
    ),
  ])

  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
  await Promise.all(addresses.map((address) => openIdle(port, 250, address)))
  // Some readings of memory, which fail where no file can be opened.
  await sleep(3_000)
  // Each needs new calls to Steam; together they need connections of their own to it.
  steam.dial.set('*', { latencyMs: 200 })
  const replies = await Promise.all(
    Array.from({ length: 42 }, (_, index) => lookUp(port, ids[10 + index], () => openHonest(port))),
  )
  for (const { status, body } of replies) expect([status, body]).toMatchObject([200, { unavailable: [] }])

  const metrics = await talkOnce(port, request('GET', '/metrics', AGENT), { open: () => openHonest(port) })
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(String(metrics.body))?.[1])
  expect(value('rapsheet_http_connections_max')).toBe(732)
  expect(value('rapsheet_http_connections')).toBeLessThanOrEqual(732)
  expect(value('rapsheet_process_open_fds')).toBeLessThan(1_024 - 100)
  expect(program.output().stderr).toBe('')
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 60_000)

test('no warning when the limit of open files is high enough', async () => {
  const program = run({ HTTP_MAX_CONNECTIONS: '500' }, withFiles(1_024))
  await program.url()
  expect(limitWarnings(program)).toEqual([])
})

test('the cap of connections follows a limit that is changed while it runs', async () => {
  const program = run({}, withFiles(1_024))
  const url = await program.url()
  const cap = () => gaugeOf(url, 'rapsheet_http_connections_max')
  expect(await cap()).toBe(732)
  shell(`prlimit --pid ${program.pid} --nofile=600:`)
  await expect.poll(cap, { timeout: 10_000 }).toBe(308)
}, 20_000)

test('without any file descriptor left it neither ends nor spins, answers 503 or waits, and serves again once there are some', async () => {
  const program = run()
  const url = await program.url()
  const port = Number(new URL(url).port)
  expect(await ask({ url }, `/api/lookup?steamId=${ids[0]}`)).toMatchObject({ status: 200 })
  const honest = await openIdle(port, 6, HONEST_ADDRESS)
  await openIdle(port, 100, '127.0.0.2')
  // A connection that waits to be accepted would not be there for the program, and its request would never time out.
  await expect.poll(() => gaugeOf(url, 'rapsheet_http_connections'), { timeout: 10_000 }).toBeGreaterThanOrEqual(106)
  // Fewer than it had open at its start, so that nothing further can be opened: neither a connection nor the file that tells
  // how much memory is used.
  shell(`prlimit --pid ${program.pid} --nofile=16:`)
  const before = ticksOf(program.pid)
  for (const socket of honest) socket.pause()

  // Each needs connections to Steam of its own, for which nothing is left.
  steam.dial.set('*', { latencyMs: 300 })
  const replies = await Promise.all(
    honest.map((socket, index) => lookUp(port, ids[100 + index], () => socket.resume())),
  )
  for (const { status, body } of replies) {
    if (status === 200) expect(body).toMatchObject({ unavailable: expect.any(Array) })
    else expect([status, body]).toMatchObject([503, { code: 'platform_unavailable' }])
  }
  expect(replies.some(({ status, body }) => status === 503 || JSON.stringify(body).includes('"unavailable":["'))).toBe(
    true,
  )
  steam.dial.reset()

  // Idle connections are closed meanwhile; then nothing is to be done, which takes no time of the processor.
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
        lookUp(port, ids[1], () => openHonest(port)).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 60_000)
