import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../src/app/app.ts'
import { migrate } from '../src/app/cli/database-commands.ts'
import { loadSettings } from '../src/app/settings/read-settings.ts'
import { captureLog } from './support/log.ts'
import { postgresForTest } from './support/postgres.ts'

test('a database that is gone again when the replicas join it is waited for', async () => {
  const url = await postgresForTest()
  const admin = new pg.Client(url)
  await admin.connect()
  const user = `start_${randomBytes(4).toString('hex')}`
  const database = new URL(url).pathname.slice(1)
  await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'of-a-test'; GRANT ALL ON SCHEMA public TO ${user}`)
  await admin.query(`GRANT CREATE ON DATABASE ${database} TO ${user}`)
  onTestFinished(async () => {
    await admin.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    await admin.end()
  })
  const settings = loadSettings({
    DATABASE_URL: Object.assign(new URL(url), { username: user, password: 'of-a-test' }).href,
    STORE_URL: 'memory://',
    HTTP_PORT: '0',
    DRAIN_SECONDS: '0',
    PAGE: 'off',
  })
  await migrate.run(settings)
  // Enough to open the database of lists, and not for the replicas.
  await admin.query(`ALTER ROLE ${user} CONNECTION LIMIT 1`)
  const { lines, logger } = captureLog()
  const starting = startApp(settings, logger, () => {})
  starting.catch(() => {})
  const waits = expect.objectContaining({ msg: expect.stringMatching(/^the start waits for the database, .*too many/) })
  await expect.poll(() => lines, { timeout: 10_000 }).toContainEqual(waits)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'database opened' }))
  await admin.query(`ALTER ROLE ${user} CONNECTION LIMIT -1`)
  const app = await starting
  await app.close()
})
