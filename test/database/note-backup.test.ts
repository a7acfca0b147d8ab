import { expect, test } from 'vitest'
import { backUpDatabase } from '../../src/database/back-up.ts'
import { databaseAt, databasePath, urlForTest } from '../support/database.ts'

test('a backup is noted in the database, at the time when it began', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  const result = await backUpDatabase(url, databasePath(), { unixSeconds: () => 1_234 })
  expect(result).toEqual({ isNoted: true })
  expect(await database.read(({ meta }) => meta.get('backed_up_at'))).toBe('1234')
})

test('a backup that fails is not noted', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  await expect(backUpDatabase(url, '/nowhere/backup.sqlite')).rejects.toThrow('cannot be created')
  expect(await database.read(({ meta }) => meta.get('backed_up_at'))).toBeUndefined()
})
