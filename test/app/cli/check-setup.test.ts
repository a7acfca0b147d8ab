import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../../packages/sim-discord/src/index.ts'
import { checkSetup } from '../../../src/app/cli/check-setup.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import { withoutCredentials } from '../../../src/lib/postgres-url.ts'
import { databaseAt, databaseForTest } from '../../support/database.ts'
import { folderForTest } from '../../support/folder.ts'
import { postgresForTest } from '../../support/postgres.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { TEST_TLS } from '../../support/test-certificate.ts'

const steam = await useSteam()
const discord = await startDiscord()
afterAll(() => discord.close())
const SIMULATED = {
  STEAM_API_URL: steam.apiUrl,
  STEAM_COMMUNITY_URL: steam.communityUrl,
  DISCORD_API_URL: discord.apiUrl,
  HTTP_PORT: '0',
}
const GOOD = { ...SIMULATED, STEAM_API_KEY: steam.key, DISCORD_TOKEN: discord.token }
const PASSWORD = 'correct-horse-battery'

let folder = ''
beforeEach(() => {
  folder = folderForTest()
  onTestFinished(() => steam.dial.reset())
})

/** The names of all files in the folder of the test, with their sizes, apart from the index of a journal, which is memory. */
const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, name.endsWith('-shm') ? 0 : statSync(join(folder, name)).size])

/** Writes `.env` and checks it; expects that nothing is written, and that no secret is said. */
async function check(settings: Record<string, string> | undefined) {
  const path = join(folder, '.env')
  if (settings) {
    const database = { DATABASE_URL: `sqlite://${join(folder, 'data/community.sqlite')}` }
    const lines = Object.entries({ ...database, ...settings }).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path, lines.join(''))
    chmodSync(path, 0o600)
  }
  const before = files()
  let text = ''
  const code = await checkSetup({}, { write: (part) => (text += part) }, folder)
  expect(files()).toEqual(before)
  for (const secret of [steam.key, discord.token, PASSWORD]) expect(text).not.toContain(secret)
  return { code, text, lines: text.split('\n').map((line) => line.replaceAll(/ +/g, ' ')) }
}

test('without a .env it says how to make one and where to get a key, and fails', async () => {
  const { code, lines } = await check(undefined)
  expect(code).toBe(1)
  expect(lines).toEqual(
    expect.arrayContaining([
      `note file there is no .env in ${folder}: settings come from the environment alone. To make one: cp .env.example .env`,
      'wrong key STEAM_API_KEY is not set: only inventories and images work. Get one at https://steamcommunity.com/dev/apikey, and put it into .env as STEAM_API_KEY.',
      'Correct what is wrong, then check again.',
    ]),
  )
})

test('a good set-up is told as such, item by item', async () => {
  const { code, lines } = await check(GOOD)
  expect(code).toBe(0)
  expect(lines).toEqual([
    `ok file ${join(folder, '.env')} was read; settings of the environment take precedence`,
    'ok settings all can be used, and so can the files that they name',
    'ok key Steam accepts it',
    'ok token Discord accepts it',
    `note database ${join(folder, 'data/community.sqlite')} has no lists yet; the first start creates its tables`,
    'ok clock it agrees with Steam’s and Discord’s',
    'ok reach http://127.0.0.1:0 serves programs on this machine',
    'ok reach look-ups ask for no token',
    'ok reach /status opens on this machine alone, because ADMIN_TOKEN is not set',
    'ok reach HTTP_PORT 0 is free',
    'Nothing is wrong.',
    '',
  ])
})

test('settings that cannot be used are all named, with names that are not settings', async () => {
  const { code, text } = await check({ HTTP_PORT: 'many', STEAM_APIKEY: 'x', DATABASE_URL: `mysql://u:${PASSWORD}@db` })
  expect(code).toBe(1)
  expect(text).toMatch(/note +file +\.env sets STEAM_APIKEY, .* did you mean STEAM_API_KEY\?\n/)
  expect(text).toMatch(/wrong +settings +These settings cannot be used:\n +HTTP_PORT is "many"; .*\n +DATABASE_URL /)
})

test('a refused key and token, a wrong clock, an unreachable database and open look-ups are each named', async () => {
  steam.dial.set('*', { dateSkewSeconds: -600 })
  const { code, lines } = await check({
    ...GOOD,
    STEAM_API_KEY: 'ANOTHERKEY0123456789',
    DISCORD_TOKEN: 'x'.repeat(30),
    DATABASE_URL: `postgres://rapsheet:${PASSWORD}@127.0.0.1:1/rapsheet`,
    HTTP_HOST: '0.0.0.0',
    ...TEST_TLS,
  })
  expect(code).toBe(1)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^wrong key Steam refuses STEAM_API_KEY\. Get one at https:/),
      expect.stringMatching(/^wrong token Discord refuses DISCORD_TOKEN\. Copy the token anew/),
      expect.stringMatching(/^wrong database DATABASE_URL postgres:\/\/127\.0\.0\.1:1\/rapsheet cannot be opened: /),
      'wrong clock the clock of this machine is 10 minutes ahead of Steam’s: times of bans and ends are wrong by as much; set it, with Linux by "timedatectl set-ntp true"',
      expect.stringMatching(/^ok settings the certificate in .*\.pem is valid until \d{4}-/),
      'ok reach https://0.0.0.0:0 serves everybody who reaches this machine',
      expect.stringMatching(/^note reach API_TOKENS is not set, and others can reach this server \(HTTP_HOST\)/),
    ]),
  )
})

test('a database that a process uses is read and left as it is, and one of a newer program is refused', async () => {
  const path = join(folder, 'community.sqlite')
  const database = await databaseForTest(path)
  await database.transaction(({ meta }) => meta.set('guild_count', '1'))
  const settings = { ...GOOD, DATABASE_URL: `sqlite://${path}` }
  const before = readFileSync(path)
  expect((await check(settings)).lines).toContain(`ok database ${path} can be used`)
  expect(readFileSync(path).equals(before)).toBe(true)

  const connection = await connectSqlite(path, 'write')
  await connection.query('INSERT INTO schema_version (version, migrated_at, oldest_program) VALUES (99, 1, 99)')
  await connection.close()
  const { code, lines } = await check(settings)
  expect(code).toBe(1)
  expect(lines).toContainEqual(
    expect.stringMatching(/^wrong database .* has schema version 99, and this program knows/),
  )
})

test('a Postgres database without tables gets none, and one with them can be used', async () => {
  const url = await postgresForTest()
  const place = withoutCredentials(url)
  for (const _ of ['first', 'again'])
    expect((await check({ ...GOOD, DATABASE_URL: url })).lines).toContain(
      `note database ${place} has no lists yet; the first start creates its tables`,
    )
  await databaseAt(url)
  const { code, lines } = await check({ ...GOOD, DATABASE_URL: url })
  expect(code).toBe(0)
  expect(lines).toContain(`ok database ${place} can be used`)
})

test('what others can read and a port in use are notes', async () => {
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'main', token: 'a-token-of-a-file-0123456789' }))
  const settings = { ...GOOD, POLICY_FILE: join(folder, 'policy.json'), HTTP_PORT: new URL(steam.url).port }
  const { code, lines } = await check(settings)
  expect(code).toBe(0)
  expect(lines).toEqual(
    expect.arrayContaining([
      'note settings the policy in POLICY_FILE has no rule and no ban, so it refuses no player: add some',
      'note settings every user of this machine can read the token in POLICY_FILE: chmod 600 the file',
      expect.stringMatching(/^note reach If Rapsheet does not run yet: HTTP_PORT \d+ on 127\.0\.0\.1 is used/),
    ]),
  )
})
