import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase, startPostgres } from '../demo/postgres/start-postgres.ts'
import { openDatabase } from '../src/app/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database of a Postgres server, whose user may create further databases. */
    postgresUrl: string
    /** The name of an empty database with the current schema on that server, to be copied; only where the engine is Postgres. */
    postgresTemplate: string
    /** The engine that `databaseForTest` opens a database of. */
    engine: 'SQLite' | 'Postgres'
  }
}

const PROVIDED = process.env['TEST_DATABASE_URL']

/** Starts one Postgres server for all tests, unless TEST_DATABASE_URL names another; see `postgresForTest`. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const server = PROVIDED ? undefined : await startPostgres()
  const url = PROVIDED ?? server?.urlOf('postgres') ?? ''
  project.provide('postgresUrl', url)
  const template = project.config.provide.engine === 'Postgres' ? await createTemplate(url) : undefined
  if (template) project.provide('postgresTemplate', template)
  return () => (server ? server.stop() : dropCopies(url, template))
}

/** Removes a template and its copies, whose names begin with its name. */
async function dropCopies(adminUrl: string, template: string | undefined): Promise<void> {
  if (!template) return
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  )
  for (const { name } of rows) await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`)
  await client.end()
}

/** Copying it takes a quarter of the time that a migration takes. */
async function createTemplate(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl, (name) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href)
  await (await openDatabase(url)).close()
  return new URL(url).pathname.slice(1)
}
