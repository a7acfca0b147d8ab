import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createPostgresPool, preparedOn } from '../../src/lib/postgres-pool.ts'
import { TimeLimitError } from '../../src/lib/timeout.ts'
import { poolerForTest } from '../support/pooler.ts'
import { postgresForTest } from '../support/postgres.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'

async function poolForTest() {
  const proxy = await postgresProxy(await postgresForTest())
  const pool = createPostgresPool({ url: proxy.url, name: 'test', connections: 2, clock: systemClock })
  onTestFinished(() => pool.close())
  return { pool, proxy }
}

test('a task on a connection that breaks rejects, and the next one works', async () => {
  const { pool } = await poolForTest()
  const broken = pool.run(5_000, async (client) => {
    const answer = client.query('SELECT pg_sleep(5)')
    pool.disconnect()
    await answer
  })
  await expect(broken).rejects.toThrow('Connection terminated')
  const idle = pool.run(5_000, async () => {
    pool.disconnect()
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('the task has noticed')
  })
  await expect(idle).rejects.toThrow('the task has noticed')
  const { rows } = await pool.run(5_000, (client) => client.query('SELECT 1 AS one'))
  expect(rows).toEqual([{ one: 1 }])
})

test('a task that gets no answer rejects in time, also when all connections are in use', async () => {
  const { pool, proxy } = await poolForTest()
  await pool.run(5_000, (client) => client.query('SELECT 1'))
  proxy.cut()
  const tasks = Array.from({ length: 4 }, () => pool.run(150, (client) => client.query('SELECT pg_sleep(60)')))
  const startedAt = performance.now()
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof TimeLimitError)).toEqual(
    Array(4).fill(true),
  )
  // Generous, because a busy machine stops a process for seconds; without a limit the tasks take a minute.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

/** What the server has been asked to do for a connection, after it was used. */
async function sessionOf(url: string) {
  const pool = createPostgresPool({ url, name: 'test', connections: 1, clock: systemClock })
  onTestFinished(() => pool.close())
  return pool.run(5_000, async (client) => {
    await client.query(preparedOn(client, { name: 'one', text: 'SELECT 1' }))
    const { rows } = await client.query(
      "SELECT current_setting('statement_timeout') AS limited, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared",
    )
    return rows
  })
}

test('the server ends statements that were given up, and prepares statements, on a direct connection', async () => {
  expect(await sessionOf(await postgresForTest())).toEqual([{ limited: '5s', prepared: 1 }])
})

test('a connection of a pooler, which others may use, is left as it is', async () => {
  expect(await sessionOf(await poolerForTest(await postgresForTest()))).toEqual([{ limited: '0', prepared: 0 }])
})
