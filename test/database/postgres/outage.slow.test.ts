import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../../demo/postgres/start-postgres.ts'
import { createDatabase } from '../../../src/database/create-database.ts'
import { createRepositories, openDatabase, type Database, type Repositories } from '../../../src/app/database.ts'
import { openPostgres } from '../../../src/database/postgres/open-postgres.ts'
import { createPostgresEngine } from '../../../src/database/postgres/postgres-engine.ts'

const LIMITS = {
  connections: 4,
  name: 'rapsheet',
  idleMs: 5_000,
  connectMs: 500,
  lockMs: 500,
  statementMs: 300,
  readStatementMs: 300,
}
/** The statement's limit, and what `pg` waits beyond it. */
const ANSWER_MS = 2_300

let server: PostgresServer
beforeAll(async () => {
  // Otherwise a killed server has lost what it had just stored.
  server = await startPostgres({ durable: true })
}, 60_000)
afterAll(() => server.stop())

async function open(url: string): Promise<Database> {
  const db = await openPostgres(url, { limits: LIMITS })
  const database = createDatabase(createPostgresEngine(url, db), createRepositories)
  onTestFinished(() => database.close())
  return database
}

const write =
  (value: string) =>
  ({ meta }: Repositories) =>
    meta.set('guild_count', value)
const read = ({ meta }: Repositories) => meta.get('guild_count')

/** Writes two rows, with an event in between. */
const writeBoth = (value: string, event: () => Promise<void>) => async (repositories: Repositories) => {
  await repositories.meta.set('guild_count', value)
  await event()
  await repositories.meta.set('guilds_listed_at', value)
}

const UNREACHABLE = { name: 'DatabaseError', problem: 'unreachable' }

test('a frozen server makes calls fail in time, also those on idle connections, and everything works once it goes on', async () => {
  const database = await open(await server.createDatabase())
  await database.transaction(write('1'))
  // Several connections of the pool are open.
  await Promise.all([1, 2, 3, 4].map(() => database.read(read)))
  await server.freeze()
  const startedAt = performance.now()
  await expect(database.read(read)).rejects.toMatchObject(UNREACHABLE)
  expect(performance.now() - startedAt).toBeLessThan(ANSWER_MS + 500)
  const again = performance.now()
  await expect(database.transaction(write('2'))).rejects.toMatchObject(UNREACHABLE)
  expect(performance.now() - again).toBeLessThan(1_000)
  await server.thaw()
  await database.transaction(write('3'))
  expect(await database.read(read)).toBe('3')
}, 30_000)

test.each([
  ['frozen', () => server.freeze(), () => server.thaw()],
  ['killed', () => server.kill(), () => server.restart()],
])(
  'a transaction whose server is %s writes nothing, and the next one works',
  async (_, stop, goOn) => {
    const database = await open(await server.createDatabase())
    await expect(database.transaction(writeBoth('1', stop))).rejects.toMatchObject(UNREACHABLE)
    await goOn()
    await expect.poll(() => database.read(read).catch(String), { timeout: 10_000 }).toBeUndefined()
    await database.transaction(writeBoth('2', () => Promise.resolve()))
    expect(await database.read(read)).toBe('2')
  },
  30_000,
)

test('a process that stands still in a transaction stops the others for a few seconds only, and has then written nothing', async () => {
  const url = await server.createDatabase()
  const [slow, other] = [await open(url), await open(url)]
  const stopped = slow.transaction(
    writeBoth('1', async () => {
      await expect(other.transaction(write('2'))).rejects.toMatchObject({ name: 'DatabaseError', problem: 'busy' })
      await expect
        .poll(() => other.transaction(write('3')).then(() => 'written', String), { timeout: 10_000 })
        .toBe('written')
    }),
  )
  await expect(stopped).rejects.toMatchObject({ name: 'DatabaseError' })
  expect(await other.read(read)).toBe('3')
  await slow.transaction(write('4'))
  expect(await other.read(read)).toBe('4')
}, 30_000)

test.each([
  [
    'a wrong password',
    (url: URL) => (url.password = 'guess-of-hunter2'),
    'unavailable',
    /password authentication failed.*Correct the user or password/,
  ],
  [
    'a missing database',
    (url: URL) => (url.pathname = '/nowhere'),
    'unavailable',
    /"nowhere" does not exist\. Create the database/,
  ],
  ['a closed port', (url: URL) => (url.port = '1'), 'unreachable', /ECONNREFUSED.*Check that the server runs/],
  [
    'TLS that the server does not have',
    (url: URL) => url.searchParams.set('sslmode', 'verify-full'),
    'unavailable',
    /does not support SSL/,
  ],
])('%s is explained without the password', async (_, change, problem, message) => {
  const url = new URL(await server.createDatabase())
  change(url)
  const refused = await openDatabase(url.href).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'DatabaseError', problem, message: expect.stringMatching(message) })
  expect(String(refused)).toMatch(/^DatabaseError: DATABASE_URL postgres:\/\/127\.0\.0\.1:\d+\/\w+ cannot be opened: /)
  expect(JSON.stringify([String(refused), refused])).not.toMatch(/hunter2|rapsheet:/)
})

test('a name with U+0000, which Postgres cannot store, is stored without it', async () => {
  const database = await open(await server.createDatabase())
  await database.transaction(write('a\0b'))
  expect(await database.read(read)).toBe('ab')
})

test('a role without rights is refused with what to do', async () => {
  const url = new URL(await server.createDatabase())
  const owner = await openPostgres(url.href)
  await owner.raw("CREATE ROLE guest LOGIN PASSWORD 'guest-password'")
  await owner.destroy()
  Object.assign(url, { username: 'guest', password: 'guest-password' })
  await expect(openDatabase(url.href)).rejects.toMatchObject({
    problem: 'readonly',
    message: expect.stringMatching(/permission denied.*Make the user of DATABASE_URL the owner/),
  })
})
