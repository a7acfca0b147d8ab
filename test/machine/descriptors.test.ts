import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { shell, useMachine, warnings } from './program.ts'

const { steam, ids, run } = await useMachine()

/** What the process has used of the processor, in ticks of 10 ms. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

test('without file descriptors left it neither ends nor spins, answers 503 or waits, and serves again once there are some', async () => {
  const program = run()
  const url = await program.url()
  // Loading all modules takes more than that.
  shell(`prlimit --pid ${program.pid} --nofile=64`)
  const service = { url }
  expect(await ask(service, `/api/lookup?steamId=${ids[0]}`)).toMatchObject({ status: 200 })

  const port = Number(new URL(url).port)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const honest = [await open(), await open(), await open(), await open(), await open(), await open()]
  const before = ticksOf(program.pid)
  // Those beyond the limit are closed at once, or wait.
  for (let index = 0; index < 100; index++) await open()
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length, { timeout: 5_000 }).toBeGreaterThan(30)

  // Each needs connections to Steam of its own, for which nothing is left.
  steam.dial.set('*', { latencyMs: 300 })
  const agent = { 'user-agent': 'rapsheet-test/1.0', connection: 'close' }
  const replies = await Promise.all(
    honest.map((socket, index) =>
      talkOnce(port, request('GET', `/api/lookup?steamId=${ids[10 + index]}`, agent), {
        open: () => socket,
        withinMs: 12_000,
      }),
    ),
  )
  for (const { status, body } of replies) {
    if (status === 200) expect(body).toMatchObject({ unavailable: expect.any(Array) })
    else expect([status, body]).toMatchObject([503, { code: 'platform_unavailable' }])
  }
  expect(replies.some(({ status, body }) => status === 503 || JSON.stringify(body).includes('"unavailable":["'))).toBe(
    true,
  )
  steam.dial.reset()

  // Two seconds in which nothing is to be done take no time of the processor.
  const busy = ticksOf(program.pid)
  await sleep(2_000)
  expect(ticksOf(program.pid) - busy).toBeLessThan(60)
  expect(busy - before).toBeLessThan(500)
  expect(program.output().stderr).toBe('')
  expect(warnings(program).filter(({ msg }) => msg !== 'request').length).toBeLessThanOrEqual(3)

  for (const socket of sockets) socket.destroy()
  await expect
    .poll(
      () =>
        ask(service, `/api/lookup?steamId=${ids[1]}`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 60_000)
