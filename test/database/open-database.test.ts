import { expect, test } from 'vitest'
import type { Repositories } from '../../src/app/database.ts'
import { databaseAt, urlForTest } from '../support/database.ts'

const read = ({ meta }: Repositories) => meta.get('guild_count')

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
