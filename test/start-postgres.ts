import type { TestProject } from 'vitest/node'
import { startPostgres } from '../sim/postgres/start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database of a Postgres server, whose user may create further databases. */
    postgresUrl: string
  }
}

/** Starts one Postgres server for all tests, unless TEST_DATABASE_URL names another; see `postgresForTest`. */
export default async function start({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const other = process.env['TEST_DATABASE_URL']
  if (other) {
    provide('postgresUrl', other)
    return undefined
  }
  const server = await startPostgres()
  provide('postgresUrl', server.urlOf('postgres'))
  return () => server.stop()
}
