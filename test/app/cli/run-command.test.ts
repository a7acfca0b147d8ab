import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../../src/app/cli/run-command.ts'
import { folderForTest } from '../../support/folder.ts'

let folder = ''
beforeEach(() => {
  folder = folderForTest()
})

/** Runs a command in the folder of the test; returns its exit code and output. */
async function run(args: string[], environment: Record<string, string> = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const toOutput = (lines: string[]) => ({ write: (text: string) => lines.push(text) })
  const code = await runCommand(args, environment, toOutput(stdout), toOutput(stderr), folder)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

const SERVICE_USAGE = [
  'Usage: npm start (or node dist/src/main.js): the service, with the settings of .env',
  'Usage: npm run check:setup: says what is set up, and what is wrong',
]

test('--help lists the commands, and --version says the version', async () => {
  for (const name of ['--help', '-h', 'help'])
    expect(await run([name])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(SERVICE_USAGE[1] ?? ''),
    })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  for (const name of ['--version', '-v'])
    expect(await run([name])).toEqual({ code: 0, stderr: '', stdout: `${version}\n` })
})

test.each(['constructor', 'serve'])('the unknown command %s is named with the known ones', async (name) => {
  expect(await run([name])).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      `"${name}" is not a command; there are:`,
      ...SERVICE_USAGE,
      'Usage: npm run backup -- <new file>',
      'Usage: npm run backup -- --keep <number> <folder>',
      'Usage: npm run restore -- [--replace] <backup>',
      'Usage: npm run restore -- --after-pg-restore',
      'Usage: npm run forget -- <Steam ID> [--bans]',
      'Usage: npm run migrate',
      '',
    ].join('\n'),
  })
})

test('a command names its database before it uses it, and where that is set', async () => {
  const [own, other] = [join(folder, 'own.sqlite'), join(folder, 'other.sqlite')]
  const STORE_URL = `sqlite://${join(folder, 'cache.sqlite')}`
  writeFileSync(join(folder, '.env'), `DATABASE_URL=sqlite://${own}\nSTORE_URL=${STORE_URL}\nSTORE_URL=${STORE_URL}\n`)
  expect(await run(['forget', '76561197960287930'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(`^Database: ${own} .DATABASE_URL in ${join(folder, '.env')}.\n76561197960287930 `),
    stderr: `${join(folder, '.env')} sets STORE_URL more than once; the last value is used.\n`,
  })
  const environment = { DATABASE_URL: `sqlite://${other}`, STORE_URL }
  expect((await run(['migrate'], environment)).stdout).toMatch(`Database: ${other} (DATABASE_URL in the environment)\n`)
  writeFileSync(join(folder, '.env'), `STORE_URL=${STORE_URL}\n`)
  const missing = await run(['restore', join(folder, 'missing')], { DATABASE_URL: '' })
  expect(missing.stdout).toMatch(
    /^Database: \S+community\.sqlite \(the default, because \S+\.env has no DATABASE_URL\)\n$/,
  )
})

test('--keep writes a dated backup into a folder, and says what it deleted', async () => {
  const DATABASE_URL = `sqlite://${join(folder, 'own.sqlite')}`
  await run(['migrate'], { DATABASE_URL })
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const old = ['2026-05-01', '2026-05-02'].map((day) => join(backups, `rapsheet-${day}T04-00-00-000Z.sqlite`))
  for (const file of old) writeFileSync(file, 'a backup')
  const { code, stdout } = await run(['backup', '--keep', '2', backups], { DATABASE_URL })
  const [kept = '', written = ''] = readdirSync(backups).map((file) => join(backups, file))
  expect({ code, kept }).toEqual({ code: 0, kept: old[1] })
  expect(stdout.split('\n').slice(1)).toEqual([`The database was copied to ${written}.`, `${old[0]} was deleted.`, ''])
})

test.each(['0', '-1', '1.5', 'all', ''])('--keep=%s is refused, and nothing is written', async (number) => {
  const DATABASE_URL = `sqlite://${join(folder, 'own.sqlite')}`
  expect(await run(['backup', `--keep=${number}`, folder], { DATABASE_URL })).toMatchObject({
    code: 1,
    stderr: `--keep needs the number of backups to keep, 1 or more, not "${number}".\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [['backup'], 2],
  [['backup', '--keep', '3'], 2],
  [['backup', '--bans', 'file'], 2],
  [['forget', '76561197960287930', '--keep', '3'], 1],
  [['migrate', 'file'], 1],
])('%j is answered with the forms of the command', async (args, forms) => {
  const { code, stderr } = await run(args)
  expect({ code, lines: stderr.trim().split('\n') }).toEqual({
    code: 1,
    lines: Array.from({ length: forms }, () => expect.stringContaining(`Usage: npm run ${args[0]}`)),
  })
})

test('the password of a Postgres database is not shown', async () => {
  const { stdout, stderr } = await run(['migrate'], {
    DATABASE_URL: 'postgres://rapsheet:hunter2hunter2@127.0.0.1:1/rapsheet',
  })
  expect(stdout).toBe('Database: postgres://127.0.0.1:1/rapsheet (DATABASE_URL in the environment)\n')
  expect(stdout + stderr).not.toContain('hunter2')
})

test('a .env that cannot be used stops a command before it changes anything', async () => {
  writeFileSync(join(folder, '.env'), 'DATABASE_URL sqlite://other.sqlite\n')
  expect(await run(['forget', '76561197960287930'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `Line 1 of ${join(folder, '.env')} cannot be read; write NAME=value, or begin a comment with #.\n`,
  })
})

test('an account that is no Steam ID is refused, and one that is stored nowhere is no error', async () => {
  const urls = { DATABASE_URL: `sqlite://${join(folder, 'own.sqlite')}`, STORE_URL: 'memory://' }
  for (const text of ['gaben', '22202', 'https://steamcommunity.com/id/gaben', '765611979602879301'])
    expect(await run(['forget', text], urls)).toMatchObject({
      code: 1,
      stderr: `"${text}" is no Steam ID. Give the SteamID64, 17 digits; a look-up of a custom URL or friend code shows it.\n`,
    })
  const { code, stdout } = await run(['forget', '[U:1:22202]'], urls)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\n76561197960287930 is neither in the database nor in/)])
  expect(readdirSync(folder)).toEqual([])
})
