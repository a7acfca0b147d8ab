import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/app/cli/database-commands.ts'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { ask } from '../../support/ask.ts'
import { postgresForTest } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'

/** A database whose owner has granted another user the rights of the docs, before anything was created. */
async function databaseWithServiceUser() {
  const url = await postgresForTest()
  const user = `service_${randomBytes(4).toString('hex')}`
  const password = randomBytes(8).toString('hex')
  const owner = new pg.Client(url)
  await owner.connect()
  onTestFinished(async () => {
    await owner.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    await owner.end()
  })
  await owner.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    CREATE ROLE ${user} LOGIN PASSWORD '${password}';
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO ${user};
    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${user};
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SEQUENCES TO ${user}`)
  const serviceUrl = Object.assign(new URL(url), { username: user, password }).href
  return { url, serviceUrl, query: (sql: string) => owner.query(sql) }
}

test('after a migration by the owner of the database the service works without the right to create anything', async () => {
  const { url, serviceUrl, query } = await databaseWithServiceUser()
  await migrate.run(loadSettings({ DATABASE_URL: url }))
  await migrate.run(loadSettings({ DATABASE_URL: url }))
  const service = await startService({ DATABASE_URL: serviceUrl, STORE_URL: serviceUrl, DRAIN_SECONDS: '0' })
  onTestFinished(service.close)
  const { status } = await ask(service, '/api/lookup?steamId=76561197960287930')
  expect([200, 404]).toContain(status)
  expect((await ask(service, '/readyz')).body).toMatchObject({
    store: 'open',
    replicas: { database: 'connected' },
  })
  await expect.poll(async () => (await query('SELECT FROM rapsheet_cache')).rowCount).toBeGreaterThan(0)
  expect((await query('SELECT FROM rapsheet_replicas.day_calls WHERE taken > 0')).rowCount).toBe(1)
  expect(service.log.filter(({ level }) => level >= 40)).toEqual([])
})

test('without the migration the start says which right is missing', async () => {
  const { serviceUrl } = await databaseWithServiceUser()
  await expect(startService({ DATABASE_URL: serviceUrl, DRAIN_SECONDS: '0' })).rejects.toThrow(
    /permission denied for schema public\. .*npm run migrate/,
  )
})
