import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../sim/postgres/start-postgres.ts'

/** The address of an empty Postgres database, removed after the test. */
export async function postgresForTest(): Promise<string> {
  const adminUrl = inject('postgresUrl')
  const url = await createDatabase(adminUrl, (name) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href)
  onTestFinished(() => dropDatabase(adminUrl, new URL(url).pathname.slice(1)))
  return url
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`)
  await client.end()
}
