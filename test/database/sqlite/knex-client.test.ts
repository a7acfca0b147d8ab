import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { runTransaction } from '../../../src/database/run-transaction.ts'
import { databasePath, sqliteForTest } from '../../support/database.ts'

const LEASE = { name: 'watch', holder: 'one', expires_at: 1 }

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
  ['secure_delete', 1],
  ['busy_timeout', 5_000],
])('%s is %j', async (name, value) => {
  const db = await sqliteForTest()
  const [row] = await db.raw(`PRAGMA ${name}`)
  expect(Object.values(row)).toEqual([value])
})

test('a transaction that reads and then writes waits for one of another connection, and sees what it wrote', async () => {
  const path = databasePath()
  const [one, two] = [await sqliteForTest(path), await sqliteForTest(path)]
  await one('leases').insert(LEASE)
  const count = (db: Knex, name: string) =>
    runTransaction(db, {}, async (transaction) => {
      const { expires_at: before } = await transaction('leases').first()
      await transaction('leases').update({ holder: name, expires_at: before + 1 })
    })
  await Promise.all([
    (async () => {
      for (let i = 0; i < 20; i++) await count(one, 'one')
    })(),
    (async () => {
      for (let i = 0; i < 20; i++) await count(two, 'two')
    })(),
  ])
  expect(await one('leases').first()).toMatchObject({ expires_at: 41 })
})

test('an error of a statement does not contain its values', async () => {
  const db = await sqliteForTest()
  await db('leases').insert(LEASE)
  await expect(db('leases').insert({ ...LEASE, holder: 'a secret' })).rejects.toThrow(/^(?!.*a secret).*UNIQUE/)
})
