import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../demo/postgres/start-postgres.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram } from './support/main-process.ts'
import { poolerForTest } from './support/pooler.ts'

const PASSWORD = 'do-not-tell-17'

const built = await useProgram()
const server = await startPostgres({ durable: true })
afterAll(() => server.stop())
await query(server.urlOf('postgres'), `CREATE ROLE guest LOGIN PASSWORD '${PASSWORD}'`)

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const run = (url: string) =>
  runMain(built.entry, folderForTest(), {
    STEAM_API_KEY: 'SIMULATEDKEY0123',
    STEAM_API_URL: 'http://127.0.0.1:1',
    STEAM_COMMUNITY_URL: 'http://127.0.0.1:1',
    HTTP_PORT: '0',
    DATABASE_URL: url,
    DRAIN_SECONDS: '0',
  })

const WAITS = expect.stringMatching(/^the start waits for the database, for up to \d+ s more: DATABASE_URL postgres:/)
const warningsOf = (program: ReturnType<typeof run>) =>
  program.log().filter(({ level, msg }) => level >= 40 && !msg.includes('past its end of life'))
const messagesOf = (program: ReturnType<typeof run>) => program.log().map(({ msg }) => msg)

test('the start waits for a server that is down, and goes on when it comes up', async () => {
  const url = await server.createDatabase()
  await server.kill()
  const program = run(url)
  await expect.poll(() => messagesOf(program), { timeout: 20_000 }).toContainEqual(WAITS)
  expect(program.output().stderr).toBe('')
  await server.restart()
  await program.url()
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 60_000)

/** What the program writes to standard error when it does not start, after the address of the database. */
async function refusalOf(url: string): Promise<string> {
  const program = run(url)
  expect(await program.exit).toEqual({ code: 1, signal: null })
  const { stdout, stderr } = program.output()
  // What prevents the start is said once, although the cache is in the same database.
  expect(warningsOf(program)).toEqual([])
  expect(stdout + stderr).not.toMatch(new RegExp(`${PASSWORD}|${new URL(server.urlOf('x')).password}@`))
  const [, message] = /^Rapsheet cannot start\.\nDATABASE_URL postgres:\/\/[\w.]+:\d+\/\w+ (.+)\n$/.exec(stderr) ?? []
  return message ?? stderr
}

/** The address of a new database, changed. */
async function changed(change: (url: URL) => void, url?: string): Promise<string> {
  const address = new URL(url ?? (await server.createDatabase()))
  change(address)
  return address.href
}

const asGuest = (url: URL) => Object.assign(url, { username: 'guest', password: PASSWORD })

/** A database in which functions of Postgres answer something else. */
async function pretending(...functions: string[]): Promise<string> {
  const url = await server.createDatabase()
  const name = new URL(url).pathname.slice(1)
  await query(url, ...functions, `ALTER DATABASE ${name} SET search_path = public, pg_catalog`)
  return url
}

test.each([
  [
    'a wrong password',
    () => changed((url) => (url.password = PASSWORD)),
    'cannot be opened: password authentication failed for user "postgres". Correct the user or password in DATABASE_URL; characters such as @ must be written as %40.',
  ],
  [
    'no such database',
    () => changed((url) => (url.pathname = '/nowhere')),
    'cannot be opened: database "nowhere" does not exist. Create the database, with the encoding UTF8, or correct its name in DATABASE_URL.',
  ],
  [
    'a user without rights',
    () => changed(asGuest),
    'cannot be opened: permission denied for schema public. Make the user of DATABASE_URL the owner of the database and of all its tables, or run "npm run migrate" as the owner and grant this user what docs/admins/scaling.md says.',
  ],
  [
    'a user who may create tables, but no schema for what replicas share',
    async () => {
      const url = await server.createDatabase()
      await query(url, 'GRANT ALL ON SCHEMA public TO guest')
      return changed(asGuest, url)
    },
    expect.stringMatching(
      /^cannot be opened: permission denied for database \w+\. Make the user of DATABASE_URL the owner of the database and of all its tables, or run "npm run migrate" as the owner and grant this user what docs\/admins\/scaling\.md says\.$/,
    ),
  ],
  [
    'a newer schema',
    async () => {
      const url = await server.createDatabase()
      await query(
        url,
        'CREATE TABLE schema_version (version integer PRIMARY KEY, migrated_at bigint NOT NULL, oldest_program integer)',
        'INSERT INTO schema_version VALUES (99, 0, 98)',
      )
      return url
    },
    expect.stringMatching(
      /^has schema version 99, and this program knows versions up to \d+\. It was not changed; start the newer program that has written it, or restore an older backup\.$/,
    ),
  ],
  [
    'tables of another program',
    async () => {
      const url = await server.createDatabase()
      await query(url, 'CREATE TABLE watches (a integer)')
      return url
    },
    'cannot be opened: relation "watches" already exists. Set DATABASE_URL to a database that no other program uses.',
  ],
  [
    'an old server',
    () =>
      pretending(
        "CREATE FUNCTION current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT CASE $1 WHEN 'server_version' THEN '13.4 (Debian 13.4-1)' ELSE pg_catalog.current_setting($1) END $$",
      ),
    'is on Postgres 13.4 (Debian 13.4-1), and 14 or newer is needed. Upgrade the server, or set DATABASE_URL to a newer one.',
  ],
  [
    'a standby',
    () => pretending('CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$'),
    'is a standby or set to read only: set DATABASE_URL to the primary server.',
  ],
  [
    'another encoding',
    async () => {
      await query(server.urlOf('postgres'), "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
      return server.urlOf('latin')
    },
    'has the encoding LATIN1. Create the database with the encoding UTF8.',
  ],
])(
  '%s ends the start with what to do, without the password',
  async (_, prepare, message) => {
    expect(await refusalOf(await prepare())).toEqual(message)
  },
  30_000,
)

test('the program starts behind a pooler that refuses what its connections cannot share', async () => {
  const program = run(await poolerForTest(await server.createDatabase()))
  await program.url()
  expect(warningsOf(program)).toEqual([])
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
}, 30_000)
