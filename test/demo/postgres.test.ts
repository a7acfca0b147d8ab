import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresForTest } from '../support/postgres.ts'

test('each test has an empty database of its own', async () => {
  const [first, second] = [await postgresForTest(), await postgresForTest()]
  const tablesOf = async (url: string) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query('CREATE TABLE mine (n integer)')
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    await client.end()
    return rows.map(({ name }) => name)
  }
  expect(await tablesOf(first)).toEqual(['mine'])
  expect(await tablesOf(second)).toEqual(['mine'])
})
