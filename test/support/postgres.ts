import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import { createDatabase, startPostgres } from '../../demo/postgres/start-postgres.ts'

const addressOf = (name: string) => Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** A client of a database, connected until the test ends. */
export async function pgClientFor(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A server of the test's own, which can be stopped and frozen, and the address of a database in it; stopped after the test. */
export async function ownPostgres(options: Parameters<typeof startPostgres>[0] = {}) {
  const server = await startPostgres(options)
  onTestFinished(() => server.stop())
  return { server, url: await server.createDatabase() }
}

/** The address of an empty Postgres database, removed after the test. */
export async function postgresForTest(): Promise<string> {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  return url
}

/** An empty Postgres database for several tests. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = inject('postgresUrl')
  const url = await createDatabase(adminUrl, addressOf)
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1))
  return { url, drop: () => query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** Creates the current schema in a Postgres database, unless it exists. */
export async function migratePostgres(url: string): Promise<string> {
  await (await openPostgres(url)).destroy()
  return url
}

/** Databases that no test uses, without rows. */
const unused: string[] = []

/** The address of a Postgres database with the current schema and no rows; only where the tests run with the engine Postgres. */
export async function migratedPostgresForTest(): Promise<string> {
  const template = inject('postgresTemplate')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const url = unused.pop() ?? (await createDatabase(inject('postgresUrl'), addressOf, { name, template }))
  onTestFinished(async () => {
    await query(url, EMPTY)
    unused.push(url)
  })
  return url
}

/**
 * Deletes all rows but those about the schema, and begins to count ids anew. TRUNCATE takes ten times as long. Guilds go first: what
 * belongs to them goes with them, and nothing then keeps an account.
 */
const EMPTY = `DO $$ DECLARE name text; BEGIN
  DELETE FROM guilds;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'schema%' LOOP
    EXECUTE 'DELETE FROM ' || quote_ident(name);
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    EXECUTE 'ALTER SEQUENCE ' || quote_ident(name) || ' RESTART';
  END LOOP;
END $$`
