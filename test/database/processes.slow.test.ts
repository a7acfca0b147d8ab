import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '../../src/app/database.ts'
import { databaseForTest, databasePath, rowsOf } from '../support/database.ts'
import { buildProgram, runMain, type MainProcess, type ProcessOptions } from '../support/main-process.ts'

const ROUNDS = 8
const AUDIT_LIMIT = 1_000_000

let program: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  program = await buildProgram('test/support/database-worker.ts', 'src/cli.ts')
}, 60_000)
afterAll(() => program.remove())

/** Starts a process on a database, which writes it or is idle. */
function start(path: string, work: 'write' | 'idle', options: ProcessOptions = {}): MainProcess {
  return runMain(program.entry, dirname(path), {}, { ...options, args: [`sqlite://${path}`, work] })
}

/** Runs `npm run <command>` on a database; returns its exit code and output. */
async function run(path: string, args: string[], settings: Record<string, string> = {}) {
  const entry = program.entryOf('src/cli.ts')
  const cli = runMain(entry, dirname(path), { DATABASE_URL: `sqlite://${path}`, ...settings }, { args })
  const { code } = await cli.exit
  return { code, ...cli.output() }
}

/** The number of transactions that a process has reported as written. */
const reported = (child: MainProcess) => Number(child.output().stdout.split('\n').at(-2)) || 0

async function kill(child: MainProcess): Promise<void> {
  child.kill('SIGKILL')
  await child.exit
}

/** The number of transactions in a database, after checking that each is there as a whole. */
async function written(database: Database): Promise<number> {
  const { count, details } = await database.read(async ({ meta, audit }) => ({
    count: Number((await meta.get('guild_count')) ?? 0),
    details: (await audit.list('1', AUDIT_LIMIT)).map(({ detail }) => detail),
  }))
  expect(details.filter((detail) => detail === 'y')).toHaveLength(count)
  expect(details).toHaveLength(2 * count)
  return count
}

async function writeCount(path: string, count: string): Promise<void> {
  const database = await openDatabase(`sqlite://${path}`)
  await database.transaction(async ({ meta, guilds }) => {
    await meta.set('guild_count', count)
    await guilds.touch('1', 'de', 1)
  })
  await database.close()
}

async function writtenIn(path: string): Promise<number> {
  const database = await openDatabase(`sqlite://${path}`)
  const count = await written(database)
  await database.close()
  return count
}

test('after SIGKILL during a transaction everything reported is there, and nothing half', async () => {
  const path = databasePath()
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    const child = start(path, 'write')
    await expect.poll(() => reported(child), { interval: 1, timeout: 10_000 }).toBeGreaterThan(5)
    await sleep(Math.random() * 100)
    await kill(child)
    const now = await writtenIn(path)
    // The last transaction may be written and not reported.
    expect([total + reported(child), total + reported(child) + 1]).toContain(now)
    total = now
  }
}, 120_000)

test('after SIGKILL between a ban and the line that tells the team, there are both, with its Undo, or none of them', async () => {
  const path = databasePath()
  let first = 76_561_197_960_300_000n
  for (let round = 0; round < ROUNDS; round++) {
    const child = runMain(program.entry, dirname(path), {}, { args: [`sqlite://${path}`, 'ban', String(first)] })
    await expect
      .poll(() => child.output().stdout.split('\n').length, { interval: 1, timeout: 10_000 })
      .toBeGreaterThan(8)
    await sleep(Math.random() * 30)
    await kill(child)
    const { bans = [], audit_log: log = [], outbox_entries: lines = [], pending = [] } = await rowsOf(path)
    const banned = bans.map(({ steam_id: steamId }) => String(steamId)).toSorted()
    expect(banned.length).toBeGreaterThan(5)
    expect(log.map(({ steam_id: steamId }) => String(steamId)).toSorted()).toEqual(banned)
    expect(lines.map(({ steam_id: steamId }) => String(steamId)).toSorted()).toEqual(banned)
    expect(pending).toHaveLength(banned.length)
    first = BigInt(banned.at(-1) ?? 0) + 1n
  }
}, 120_000)

test('two processes write one database, and both see all of it', async () => {
  const path = databasePath()
  const children = [start(path, 'write'), start(path, 'write')]
  for (const child of children) {
    await expect.poll(() => reported(child), { timeout: 20_000, message: child.output().stderr }).toBeGreaterThan(30)
  }
  const database = await databaseForTest(path)
  expect(await written(database)).toBeGreaterThan(60)
  for (const child of children) await kill(child)
  const total = children.map(reported).reduce((sum, count) => sum + count)
  expect([0, 1, 2]).toContain((await written(database)) - total)
  expect(children.map((child) => child.output().stderr)).toEqual(['', ''])
}, 60_000)

/** Simulates a full disk: limits the size of files to `blocks` blocks of 512 bytes. */
const withRoomFor = (blocks: number) => ({ under: ['/bin/sh', '-c', `ulimit -S -f ${blocks}; exec "$@"`, 'sh'] })

test('on a full disk transactions fail as a whole with the remedy, and go on once there is space', async () => {
  const path = databasePath()
  const child = start(path, 'write', withRoomFor(1_500))
  const errors = () => child.output().stderr
  await expect.poll(errors, { timeout: 30_000 }).toMatch(/(\n.*){3}/)
  const early = reported(child)
  expect(early).toBeGreaterThan(5)
  const database = await databaseForTest(path)
  expect(await written(database)).toBe(early)
  for (const line of errors().trim().split('\n'))
    expect(line).toMatch(
      /^DATABASE_URL \S+ failed, and nothing was changed: .*(Free some disk space|Check whether the disk is full)/,
    )
  execFileSync('/bin/sh', ['-c', `prlimit --pid ${child.pid} --fsize=unlimited`])
  await expect.poll(() => reported(child), { timeout: 10_000 }).toBeGreaterThan(early + 5)
  await kill(child)
  expect([0, 1]).toContain((await written(database)) - reported(child))
}, 60_000)

const NOBODY = 65_534

test.each([
  ['a folder', (path: string) => chmodSync(dirname(path), 0o555)],
  ['a file', (path: string) => chmodSync(path, 0o444)],
])('%s without write permission is refused', async (_, forbid) => {
  const path = databasePath()
  await writtenIn(path)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const name of [dirname(path), path]) chownSync(name, NOBODY, NOBODY)
  forbid(path)
  onTestFinished(() => chmodSync(dirname(path), 0o755))
  chmodSync(program.entryOf('.'), 0o755)
  const child = start(path, 'idle', isRoot ? { uid: NOBODY } : {})
  expect(await child.exit).toMatchObject({ code: 1 })
  expect(child.output().stderr).toMatch(
    /^DatabaseError: DATABASE_URL \S+ cannot be opened: .*(Let this user write the file and its folder|in a folder that this user may write)\.$/,
  )
})

test('a backup made while a process writes holds whole transactions, and is restored equal', async () => {
  const path = databasePath()
  const child = start(path, 'write')
  await expect.poll(() => reported(child), { timeout: 10_000 }).toBeGreaterThan(20)
  const before = reported(child)
  const backup = `${path}.backup`
  expect(await run(path, ['backup', backup])).toEqual({
    code: 0,
    stdout: `Database: ${path} (DATABASE_URL in the environment)\nThe database was copied to ${backup}.\n`,
    stderr: '',
  })
  const copied = await writtenIn(backup)
  expect(copied).toBeGreaterThanOrEqual(before)

  expect(await run(path, ['restore', backup])).toEqual({
    code: 1,
    stdout: `Database: ${path} (DATABASE_URL in the environment)\n`,
    stderr: `DATABASE_URL ${path} is used by another process. Stop the service first.\n`,
  })
  await expect.poll(() => reported(child), { timeout: 10_000 }).toBeGreaterThan(copied + 10)
  await kill(child)
  const later = await writtenIn(path)

  const restored = await run(path, ['restore', '--replace', backup])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const previous = /The previous database is (\S+);/.exec(restored.stdout)?.[1] ?? ''
  expect(await writtenIn(path)).toBe(copied)
  expect(await writtenIn(previous)).toBe(later)
  const [{ audit_log: restoredLog }, { audit_log: log }] = [await rowsOf(path), await rowsOf(backup)]
  expect(restoredLog).toEqual(log)
}, 60_000)

test('after SIGKILL during a restore there is the database as it was, or the restored one', async () => {
  const path = databasePath()
  const backup = `${path}.backup`
  await writeCount(path, '1')
  expect(await run(path, ['backup', backup])).toMatchObject({ code: 0 })
  const found: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await writeCount(path, '2')
    const settings = { DATABASE_URL: `sqlite://${path}` }
    const args = ['restore', '--replace', backup]
    const restore = runMain(program.entryOf('src/cli.ts'), dirname(path), settings, { args })
    const isKept = () => readdirSync(dirname(path)).some((name) => name.includes('.before-restore-'))
    await expect.poll(isKept, { interval: 1, timeout: 10_000 }).toBe(true)
    await sleep(Math.random() * 50)
    await kill(restore)
    for (const name of readdirSync(dirname(path)).filter((kept) => kept.includes('.before-restore-')))
      rmSync(join(dirname(path), name))
    const database = await openDatabase(`sqlite://${path}`)
    found.push(await database.read(({ meta }) => meta.get('guild_count')))
    await database.close()
  }
  expect(found.filter((count) => count !== '1' && count !== '2')).toEqual([])
  expect(await run(path, ['restore', '--replace', backup])).toMatchObject({ code: 0, stderr: '' })
}, 60_000)

test.runIf(process.getuid?.() === 0)(
  'a database restored by root belongs to the owner of its folder',
  async () => {
    const path = databasePath()
    await writtenIn(path)
    const backup = `${path}.backup`
    expect(await run(path, ['backup', backup])).toMatchObject({ code: 0 })
    rmSync(path)
    chownSync(dirname(path), NOBODY, NOBODY)
    expect(await run(path, ['restore', backup])).toMatchObject({ code: 0, stderr: '' })
    expect(statSync(path)).toMatchObject({ uid: NOBODY, gid: NOBODY })
  },
  30_000,
)

test('a mistake in another setting does not prevent a backup, one in DATABASE_URL does', async () => {
  const path = databasePath()
  await writtenIn(path)
  expect(await run(path, ['backup', `${path}.backup`], { HTTP_PORT: 'x' })).toMatchObject({ code: 0, stderr: '' })
  const refused = await run(path, ['backup', `${path}.2`], { DATABASE_URL: 'postgres://x' })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('DATABASE_URL is "postgres://x"; it accepts sqlite://path, or postgres://')
}, 30_000)
