import { closeSync, openSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import type { MainProcess } from '../support/main-process.ts'
import { KEY, shell, useMachine, warnings } from './program.ts'

const { steam, ids: all, run, store } = await useMachine()
const { raider } = steam.world.cast
const ids = all.slice(0, 100)

const lookup = async (program: MainProcess, id: string) =>
  ask({ url: await program.url() }, `/api/lookup?steamId=${id}`)
const readiness = async (program: MainProcess) => ask({ url: await program.url() }, '/readyz')

const metrics = async (program: MainProcess) => String((await ask({ url: await program.url() }, '/metrics')).body)

/** Simulates a full disk: limits the size of files to `blocks` blocks of 512 bytes. */
const withRoomFor = (blocks: number) => ({ under: ['/bin/sh', '-c', `ulimit -S -f ${blocks}; exec "$@"`, 'sh'] })

test('on a full disk lookups are answered, one warning a minute is logged and /readyz reports it; with free space the store recovers', async () => {
  const program = run({}, withRoomFor(200))
  for (const id of ids) expect(await lookup(program, id)).toMatchObject({ status: 200 })
  const failed = () => program.log().filter(({ event }) => event === 'store_write_failed')
  await expect.poll(failed, { timeout: 5_000 }).toHaveLength(1)
  for (const id of ids.slice(0, 30)) await lookup(program, id)
  expect(failed()).toHaveLength(1)
  expect(failed()[0]?.msg).toMatch(/could not be written: SQLITE_(FULL|IOERR)/)
  expect(statSync(store()).size).toBeLessThan(110_000)
  expect(await readiness(program)).toMatchObject({ status: 200, body: { ready: true, store: 'failing' } })
  expect(await metrics(program)).toContain('\nrapsheet_store_failing 1\n')

  // Without further requests: failed writes are retried.
  shell(`prlimit --pid ${program.pid} --fsize=unlimited`)
  await expect
    .poll(() => readiness(program), { timeout: 10_000 })
    .toMatchObject({ status: 200, body: { ready: true, store: 'open' } })
  expect(await metrics(program)).toContain('\nrapsheet_store_failing 0\n')
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  const again = run()
  steam.calls.reset()
  for (const id of ids) expect(await lookup(again, id)).toMatchObject({ status: 200 })
  expect(steam.calls.total()).toBe(0)
}, 60_000)

test('a full standard output loses log lines, but requests are answered and the program stops normally', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const program = run({ HTTP_PORT: String(port), LOG_LEVEL: 'trace' }, { stdout: full })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        ask({ url }, '/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  for (const id of ids) expect(await ask({ url }, `/api/lookup?steamId=${id}`)).toMatchObject({ status: 200 })
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.output().stderr).not.toContain(KEY)
  expect(program.output().stderr).toBe('')
}, 60_000)

test('a disk that does not respond delays the start by ten seconds at most, and the process can still be stopped', async () => {
  // SQLite opens the journal file and waits, because nothing is ever written into this FIFO.
  const before = run()
  await lookup(before, raider)
  before.kill('SIGTERM')
  await before.exit
  shell(`mkfifo ${store()}-journal`)
  const program = run()
  expect(await lookup(program, raider)).toMatchObject({ status: 200 })
  expect(await readiness(program)).toMatchObject({ status: 200, body: { store: 'closed' } })
  expect(warnings(program).map(({ msg }) => msg)).toContainEqual(
    expect.stringContaining('it did not open within 10 s, and is used once it does'),
  )
  program.kill('SIGTERM')
  const { code, signal } = await program.exit
  expect([code, signal]).not.toEqual([0, null])
  expect(program.output().stderr).toContain('could not be closed: it is still being opened')
}, 60_000)
