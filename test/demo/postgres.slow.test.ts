import pg from 'pg'
import { expect, test } from 'vitest'
import { ownPostgres } from '../support/postgres.ts'

test('a server can be frozen, killed, halted and restarted with its data', async () => {
  const { server, url } = await ownPostgres({ durable: true })
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url, query_timeout: 500, connectionTimeoutMillis: 500 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      void client.end()
    }
  }

  await ask('CREATE TABLE kept (n integer); INSERT INTO kept VALUES (1)')
  await server.freeze()
  await expect(ask('SELECT n FROM kept')).rejects.toThrow('timeout')
  await server.thaw()
  expect(await ask('SELECT n FROM kept')).toEqual([{ n: 1 }])
  await server.kill()
  await expect(ask('SELECT n FROM kept')).rejects.toThrow('ECONNREFUSED')
  await server.restart()
  expect(await ask('SELECT n FROM kept')).toEqual([{ n: 1 }])
  await server.halt()
  await expect(ask('SELECT n FROM kept')).rejects.toThrow('ECONNREFUSED')
  await server.restart()
  expect(await ask('SELECT n FROM kept')).toEqual([{ n: 1 }])
})
