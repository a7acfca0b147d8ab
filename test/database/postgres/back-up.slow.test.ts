import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropDue, PUBLISHED_IDS } from '../../../src/app/database.ts'
import { backUpDatabase, backUpToFolder } from '../../../src/database/back-up.ts'
import { latestVersion } from '../../../src/database/migrate.ts'
import { MIGRATIONS } from '../../../src/database/migrations.ts'
import { restoreDatabase } from '../../../src/database/restore.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { connectionTo } from '../../support/database.ts'
import { folderForTest } from '../../support/folder.ts'
import { oldSqlite } from '../../support/old-databases.ts'
import { migratePostgres, postgresForTest } from '../../support/postgres.ts'

const clock = createFakeClock()

/** A folder with a program of the name `pg_dump`, because the server of the tests brings none. It writes what it was asked for. */
function withPgDump(script: string) {
  const folder = folderForTest()
  writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'pg_dump'), 0o755)
  return { folder, environment: { PATH: `${folder}:/usr/bin:/bin` } }
}
const WRITE = 'for a in "$@"; do case "$a" in --file=*) echo "PGDMP $* $PGPASSWORD" > "${a#--file=}";; esac; done'

test('a backup of Postgres is a dump, for this user alone, and the password is not in the arguments', async () => {
  const url = await migratePostgres(await postgresForTest())
  const { folder, environment } = withPgDump(WRITE)
  const to = join(folder, 'backup.dump')
  expect(await backUpDatabase(url, to, { clock, environment })).toEqual({ isNoted: true })
  const { username, host, pathname } = new URL(url)
  expect(readFileSync(to, 'utf8')).toBe(
    `PGDMP --format=custom --exclude-table-data=rapsheet_cache --exclude-table-data=rapsheet_replicas.* --file=${to}.partial --dbname=postgres://${username}@${host}${pathname} ${new URL(url).password}\n`,
  )
  expect(statSync(to).mode & 0o777).toBe(0o600)
  const { path } = await backUpToFolder(url, folder, 1, { clock, environment })
  expect(path).toMatch(/\/rapsheet-[\dTZ-]+\.dump$/)
})

test.each([
  [
    'fails',
    'echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1',
    /server version mismatch$/,
  ],
  ['is missing', undefined, /pg_dump is not installed/],
])('a backup when pg_dump %s says why, and leaves no file', async (_, script, message) => {
  const { folder, environment } = withPgDump(script ?? '')
  const to = join(folder, 'backup.dump')
  const url = await postgresForTest()
  const without = { PATH: folderForTest() }
  const backup = backUpDatabase(url, to, { clock, environment: script === undefined ? without : environment })
  await expect(backup).rejects.toThrow(message)
  expect(() => statSync(to)).toThrow('ENOENT')
})

test('rows that a restore replaces are kept in a dump', async () => {
  const url = await postgresForTest()
  const { environment } = withPgDump(WRITE)
  const options = { clock, publishedIds: PUBLISHED_IDS, dropDue, replaces: true, environment }
  const backup = await oldSqlite(latestVersion(MIGRATIONS))
  await restoreDatabase(url, backup, options)
  const { previous = '' } = await restoreDatabase(url, backup, options)
  expect(readFileSync(previous, 'utf8')).toMatch(/^PGDMP /)
  const db = await connectionTo(url)
  expect(await db('watches')).toHaveLength(4)
})
