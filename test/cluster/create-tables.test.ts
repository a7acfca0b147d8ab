import pg from 'pg'
import { expect, test } from 'vitest'
import { createTables, TablesTooNewError } from '../../src/cluster/create-tables.ts'
import { postgresForTest } from '../support/postgres.ts'

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const A = 'CREATE TABLE rapsheet_replicas.a (id int)'
const B = 'CREATE TABLE rapsheet_replicas.b (id int)'
const C = 'CREATE TABLE rapsheet_replicas.c (id int)'

test('several replicas that start at once create the tables once', async () => {
  const url = await postgresForTest()
  await Promise.all(Array.from({ length: 6 }, () => withClient(url, (client) => createTables(client))))
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM rapsheet_replicas.version')
    expect(rowCount).toBe(1)
    expect((await client.query('SELECT FROM rapsheet_replicas.members')).rowCount).toBe(0)
  })
})

test('a newer program runs the missing steps only, and an older one beside it none', async () => {
  const url = await postgresForTest()
  await withClient(url, async (client) => {
    await createTables(client, [A], 1)
    await client.query('INSERT INTO rapsheet_replicas.a VALUES (1)')
    await createTables(client, [A, B], 1)
    await createTables(client, [A], 1)
    expect((await client.query('SELECT * FROM rapsheet_replicas.a')).rows).toEqual([{ id: 1 }])
    expect((await client.query('SELECT steps, oldest FROM rapsheet_replicas.version')).rows).toEqual([
      { steps: 2, oldest: 1 },
    ])
    await createTables(client, [A, B, C], 2)
    await expect(createTables(client, [A])).rejects.toThrow(TablesTooNewError)
    await createTables(client, [A, B])
  })
})

test('a step that fails leaves nothing behind', async () => {
  const url = await postgresForTest()
  await withClient(url, async (client) => {
    await expect(createTables(client, [A, 'nonsense'])).rejects.toThrow('syntax error')
    expect((await client.query(`SELECT FROM pg_namespace WHERE nspname = 'rapsheet_replicas'`)).rowCount).toBe(0)
  })
})

test('a user without the right to create a schema can use one that was made for it', async () => {
  const url = await postgresForTest()
  const user = `user_${new URL(url).pathname.slice(-12)}`
  await withClient(url, async (admin) => {
    await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`)
    try {
      const own = Object.assign(new URL(url), { username: user, password: 'secret' }).href
      await withClient(own, async (client) => {
        await expect(createTables(client)).rejects.toThrow('permission denied for database')
        await admin.query(`CREATE SCHEMA rapsheet_replicas AUTHORIZATION ${user}`)
        await createTables(client)
      })
    } finally {
      await admin.query(`DROP OWNED BY ${user} CASCADE`)
      await admin.query(`DROP ROLE ${user}`)
    }
  })
})
