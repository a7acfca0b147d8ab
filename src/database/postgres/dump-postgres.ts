import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { passwordOf, withoutCredentials } from '../../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { createNewFile } from '../sqlite/copy-sqlite.ts'

const runProgram = promisify(execFile)

/** Without the rows that are worth nothing after a restore: the cache, and what running processes tell each other. */
const OPTIONS = ['--format=custom', '--exclude-table-data=rapsheet_cache', '--exclude-table-data=rapsheet_replicas.*']

/**
 * Writes one consistent state of a Postgres database to a new file, in the custom format of `pg_dump`, which has to be installed. Rejects with a
 * DatabaseError.
 */
export async function dumpPostgres(
  url: string,
  to: string,
  environment: Record<string, string | undefined> = {},
): Promise<void> {
  const address = new URL(url)
  // In the environment, because every user of the machine can read the arguments of a program.
  const password = decodeURIComponent(passwordOf(url))
  address.password = ''
  address.searchParams.delete('password')
  // The name that `pg_dump` has for it.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require')
  const env = { ...environment, ...(password !== '' && { PGPASSWORD: password }) }
  await createNewFile(to, async (partial) => {
    try {
      await runProgram('pg_dump', [...OPTIONS, `--file=${partial}`, `--dbname=${address.href}`], { env })
    } catch (error) {
      throw createDatabaseError(
        withoutCredentials(url),
        'unavailable',
        `could not be backed up: ${reasonOf(error)}`,
        error,
      )
    }
  })
}

function reasonOf(error: unknown): string {
  if (systemCodeOf(error) === 'ENOENT')
    return 'pg_dump is not installed. Install the client programs of Postgres, in the version of the server or a newer one.'
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : messageOf(error)
}
