import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { runTransaction } from '../../src/database/run-transaction.ts'
import { sqliteForTest } from '../support/database.ts'

const meta = (name: string) => ({ name, value: 'x' })
const names = (db: Knex) => db('meta').orderBy('name').pluck('name')

test('writes nothing when the work goes on after a failed statement', async () => {
  const db = await sqliteForTest()
  await db('meta').insert(meta('a'))
  const goesOn = runTransaction(db, {}, async (transaction) => {
    await transaction('meta').insert(meta('b'))
    await transaction('meta')
      .insert(meta('a'))
      .catch(() => {})
    await transaction('meta')
      .insert(meta('c'))
      .catch(() => {})
  })
  await expect(goesOn).rejects.toThrow('UNIQUE')
  expect(await names(db)).toEqual(['a'])
})

test('the error of the work is passed on, even after a failed statement', async () => {
  const db = await sqliteForTest()
  await db('meta').insert(meta('a'))
  const error = new Error('already there')
  const explained = runTransaction(db, {}, (transaction) =>
    transaction('meta')
      .insert(meta('a'))
      .catch(() => {
        throw error
      }),
  )
  await expect(explained).rejects.toBe(error)
})

test('a transaction after one that failed to commit begins anew', async () => {
  const db = await sqliteForTest()
  await db.raw('CREATE TABLE late (name TEXT REFERENCES meta (name) DEFERRABLE INITIALLY DEFERRED)')
  // Checked by the commit, which leaves the transaction open.
  const failing = runTransaction(db, {}, (transaction) => transaction('late').insert({ name: 'missing' }))
  await expect(failing).rejects.toThrow('FOREIGN KEY')
  await runTransaction(db, {}, (transaction) => transaction('meta').insert(meta('a')))
  expect(await names(db)).toEqual(['a'])
  expect(await db('late')).toEqual([])
})

test('a statement after the end of its transaction is refused', async () => {
  const db = await sqliteForTest()
  const leaked = await runTransaction(db, {}, (transaction) => Promise.resolve({ transaction }))
  await expect(leaked.transaction('meta').insert(meta('a'))).rejects.toThrow('complete')
  expect(await names(db)).toEqual([])
})
