import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { runTransaction } from '../../../src/database/run-transaction.ts'
import { databasePath, sqliteForTest } from '../../support/database.ts'

const meta = (name: string, value = 'x') => ({ name, value })
const valueOf = (db: Knex, name: string) => db('meta').where({ name }).pluck('value')

test('a statement that is run again uses its new values, and reports what it has changed', async () => {
  const db = await sqliteForTest()
  await db('meta').insert(meta('a', 'one'))
  await db('meta').insert(meta('b', 'two'))
  expect([await valueOf(db, 'a'), await valueOf(db, 'b'), await valueOf(db, 'c')]).toEqual([['one'], ['two'], []])
  const change = (name: string) => db('meta').where({ name }).update({ value: 'new' })
  expect([await change('a'), await change('c'), await change('b')]).toEqual([1, 0, 1])
})

test('a statement that has failed can be run again', async () => {
  const db = await sqliteForTest()
  for (let i = 0; i < 3; i++) {
    await db('meta').insert(meta(`a${i}`))
    await expect(db('meta').insert(meta(`a${i}`))).rejects.toThrow('UNIQUE')
  }
  expect(await db('meta').pluck('name')).toEqual(['a0', 'a1', 'a2'])
})

test('a statement that SQLite does not understand fails each time, and no other one', async () => {
  const db = await sqliteForTest()
  for (let i = 0; i < 2; i++) {
    await expect(db('nothing').select('*')).rejects.toThrow('no such table')
    expect(await valueOf(db, 'a')).toEqual([])
  }
  await db.schema.createTable('nothing', (table) => void table.text('name'))
  expect(await db('nothing').select('*')).toEqual([])
})

test('a statement sees a schema that another connection has changed', async () => {
  const path = databasePath()
  const [one, two] = [await sqliteForTest(path), await sqliteForTest(path)]
  await one('meta').insert(meta('a'))
  const all = () => one('meta').select('*')
  expect(await all()).toEqual([meta('a')])
  await two.schema.alterTable('meta', (table) => void table.text('more'))
  expect(await all()).toEqual([{ ...meta('a'), more: null }])
})

test('a transaction that had to wait too long can be begun again', async () => {
  const path = databasePath()
  const [one, two] = [await sqliteForTest(path), await sqliteForTest(path)]
  await two.raw('PRAGMA busy_timeout = 10')
  const write = (name: string) =>
    runTransaction(two, {}, async (transaction) => void (await transaction('meta').insert(meta(name))))
  await write('a')
  await runTransaction(one, {}, () => expect(write('b')).rejects.toThrow('SQLITE_BUSY'))
  await write('c')
  expect(await two('meta').pluck('name')).toEqual(['a', 'c'])
})

test('statements that are kept hold no lock', async () => {
  const path = databasePath()
  const [one, two] = [await sqliteForTest(path), await sqliteForTest(path)]
  await one('meta').insert([meta('a'), meta('b')])
  await one('meta').select('*')
  await one('meta').first()
  await expect(one('meta').insert(meta('a'))).rejects.toThrow('UNIQUE')
  await two('meta').insert(meta('c'))
  expect(await two.raw('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  await one.raw('VACUUM')
  await one.destroy()
  expect(await two.raw('PRAGMA journal_mode = DELETE')).toEqual([{ journal_mode: 'delete' }])
})

test('more statements than are kept', async () => {
  const db = await sqliteForTest()
  await db('meta').insert(meta('a'))
  const names = (count: number) => ['a', ...Array.from({ length: count }, (_, index) => `b${index}`)]
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < 250; count++) {
      expect(await db('meta').whereIn('name', names(count)).pluck('name')).toEqual(['a'])
    }
  }
})

test('statements that are sent together, new and more than are kept', async () => {
  const db = await sqliteForTest()
  const counts = Array.from({ length: 300 }, (_, index) => (index % 150) + 1)
  const insert = (transaction: Knex, count: number, index: number) =>
    transaction('meta').insert(Array.from({ length: count }, (_, row) => meta(`${index}-${row}`)))
  await runTransaction(db, {}, (transaction) =>
    Promise.all(counts.map((count, index) => insert(transaction, count, index))),
  )
  expect(await db('meta').count({ count: '*' })).toEqual([{ count: counts.reduce((sum, count) => sum + count, 0) }])
})
