import { expect, test } from 'vitest'
import { openDatabase, type Repositories } from '../../src/app/database.ts'
import { databaseAt, urlForTest } from '../support/database.ts'

const read = ({ meta }: Repositories) => meta.get('guild_count')

test('what a transaction has written is there after reopening', async () => {
  const url = await urlForTest()
  const first = await openDatabase(url)
  await first.transaction(({ meta }) => meta.set('guild_count', '1'))
  await first.close()
  const second = await databaseAt(url)
  expect(await second.read(read)).toBe('1')
})

test('several processes on one database count together', async () => {
  const url = await urlForTest()
  const databases = await Promise.all([1, 2, 3, 4].map(() => databaseAt(url)))
  const add = async ({ meta }: Repositories) =>
    meta.set('guild_count', String(Number((await meta.get('guild_count')) ?? 0) + 1))
  await Promise.all(databases.flatMap((database) => [1, 2, 3, 4, 5].map(() => database.transaction(add))))
  for (const database of databases) expect(await database.read(read)).toBe('20')
})

test('a transaction that reads sees one state, while another process writes', async () => {
  const url = await urlForTest()
  const [reader, writer] = [await databaseAt(url), await databaseAt(url)]
  await writer.transaction(({ meta }) => meta.set('guild_count', '1'))
  const seen = await reader.read(async (repositories) => {
    const before = await read(repositories)
    await writer.transaction(({ meta }) => meta.set('guild_count', '2'))
    return [before, await read(repositories)]
  })
  expect(seen).toEqual(['1', '1'])
  expect(await reader.read(read)).toBe('2')
})
