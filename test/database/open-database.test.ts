import { expect, test } from 'vitest'
import type { Repositories } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { databaseForTest, databasePath } from '../support/database.ts'

const read = ({ meta }: Repositories) => meta.get('guild_count')

test('what a transaction has written is there after reopening', async () => {
  const path = databasePath()
  const first = await openDatabase(`sqlite://${path}`)
  await first.transaction(({ meta }) => meta.set('guild_count', '1'))
  await first.close()
  const second = await databaseForTest(path)
  expect(await second.read(read)).toBe('1')
})
