import { expect, test } from 'vitest'
import { latestVersion } from '../../src/database/migrate.ts'
import { MIGRATIONS } from '../../src/database/migrations.ts'
import { openDatabase } from '../../src/app/database.ts'
import { connectionTo, databaseAt, emptyUrlForTest } from '../support/database.ts'

const KNOWN = latestVersion(MIGRATIONS)

/** A database that a newer program has migrated to the next version of the schema. */
async function migratedByNewer(oldestProgram: number | null): Promise<string> {
  const url = await emptyUrlForTest()
  const db = await connectionTo(url)
  await db('schema_version').insert({ version: KNOWN + 1, migrated_at: 1, oldest_program: oldestProgram })
  return url
}

test('several processes that open an empty database at once find one schema', async () => {
  const url = await emptyUrlForTest()
  await Promise.all([1, 2, 3, 4].map(() => databaseAt(url)))
  const db = await connectionTo(url)
  const versions = MIGRATIONS.map(({ version }) => version)
  expect(await db('schema_version').orderBy('version').pluck('version')).toEqual(versions)
})

test.each([
  ['says nothing', null],
  ['allows no older program', KNOWN + 1],
])('a newer schema that %s is refused', async (_, oldestProgram) => {
  const url = await migratedByNewer(oldestProgram)
  await expect(openDatabase(url)).rejects.toMatchObject({
    problem: 'newer',
    message: expect.stringMatching(
      new RegExp(
        `^DATABASE_URL \\S+ has schema version ${KNOWN + 1}, and this program knows versions up to ${KNOWN}\\.`,
      ),
    ),
  })
})

test('a schema of an unpublished program is refused by its version', async () => {
  const url = await emptyUrlForTest()
  const db = await connectionTo(url)
  await db('schema_version').update({ version: 8 })
  await expect(openDatabase(url)).rejects.toMatchObject({
    problem: 'unavailable',
    message: expect.stringMatching(/^DATABASE_URL \S+ has schema version 8, which belongs to an unpublished version/),
  })
})

test('a newer schema that allows this program is used as it is', async () => {
  const url = await migratedByNewer(KNOWN)
  const database = await databaseAt(url)
  await database.transaction(({ meta }) => meta.set('guild_count', '1'))
  expect(await database.read(({ meta }) => meta.get('guild_count'))).toBe('1')
})
