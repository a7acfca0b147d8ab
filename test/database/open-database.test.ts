import { describe, expect, test } from 'vitest'
import type { Repositories } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { ENGINES, urlForTest } from '../support/database.ts'

const read = ({ meta }: Repositories) => meta.get('guild_count')

describe.each(ENGINES)('on %s', (engine) => {
  test('what a transaction has written is there after reopening', async () => {
    const url = await urlForTest(engine)
    const first = await openDatabase(url)
    await first.transaction(({ meta }) => meta.set('guild_count', '1'))
    await first.close()
    const second = await openDatabase(url)
    expect(await second.read(read)).toBe('1')
    await second.close()
  })

  test('several processes that open a new database at once find one schema, and count together', async () => {
    const url = await urlForTest(engine)
    const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase(url)))
    const add = async ({ meta }: Repositories) =>
      meta.set('guild_count', String(Number((await meta.get('guild_count')) ?? 0) + 1))
    await Promise.all(databases.flatMap((database) => [1, 2, 3, 4, 5].map(() => database.transaction(add))))
    for (const database of databases) expect(await database.read(read)).toBe('20')
    await Promise.all(databases.map((database) => database.close()))
  })
})
