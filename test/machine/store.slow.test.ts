import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import type { MainProcess } from '../support/main-process.ts'
import { KEY, shell, useMachine, warnings } from './program.ts'

const NOBODY = 65_534

const { steam, ids: all, run, folder, store } = await useMachine()
const { raider, clean } = steam.world.cast
const ids = all.slice(0, 100)

const lookup = async (program: MainProcess, id: string) =>
  ask({ url: await program.url() }, `/api/lookup?steamId=${id}`)
const readiness = async (program: MainProcess) => ask({ url: await program.url() }, '/readyz')

test('a corrupt store file is moved away with one warning, and the next start logs none', async () => {
  writeFileSync(store(), randomBytes(50_000))
  const first = run()
  expect(await lookup(first, raider)).toMatchObject({ status: 200 })
  expect(await readiness(first)).toMatchObject({ status: 200, body: { ready: true, store: 'open' } })
  const aside = readdirSync(join(folder(), 'data')).find((name) => name.includes('.corrupt-')) ?? ''
  expect(warnings(first).filter(({ msg }) => /store/i.test(msg))).toMatchObject([
    {
      level: 40,
      event: 'store_quarantined',
      msg: `STORE_URL ${store()} is corrupt. It was moved to ${join(folder(), 'data', aside)} and a new file was created; only cached answers and the count of today's calls are lost: SQLITE_NOTADB: file is not a database.`,
    },
  ])
  first.kill('SIGTERM')
  expect(await first.exit).toEqual({ code: 0, signal: null })

  const second = run()
  steam.calls.reset()
  expect(await lookup(second, raider)).toMatchObject({ status: 200 })
  expect(steam.calls.total()).toBe(0)
  expect(second.output().stdout).not.toContain('STORE_URL /')
})

/** A user who cannot write files of others. */
const otherUser = () => (process.getuid?.() === 0 ? { uid: NOBODY } : {})

test('a folder without write permission causes one warning, and answers are cached in memory only', async () => {
  chmodSync(join(folder(), 'data'), 0o555)
  onTestFinished(() => chmodSync(join(folder(), 'data'), 0o755))
  const program = run({}, otherUser())
  expect(await readiness(program)).toMatchObject({ status: 200, body: { ready: true, store: 'closed' } })
  expect(await metrics(program)).toContain('\nrapsheet_store_failing 1\n')
  steam.calls.reset()
  for (const id of [clean, clean, clean]) expect(await lookup(program, id)).toMatchObject({ status: 200 })
  const calls = steam.calls.total()
  expect(calls).toBeLessThanOrEqual(4)
  for (const id of ids.slice(0, 5)) await lookup(program, id)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(warnings(program).filter(({ msg }) => msg.includes(store()))).toEqual([
    expect.objectContaining({
      level: 40,
      event: 'store_open_failed',
      msg: expect.stringMatching(/is not used; answers are cached in memory only, and \/readyz reports it: .+\.$/),
    }),
  ])
}, 30_000)

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
