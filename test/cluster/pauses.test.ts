import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import type { Pause } from '../../src/lib/limits/shared-pause.ts'
import { openPauses } from '../../src/cluster/pauses.ts'
import { replicaForTest } from '../support/replicas.ts'
import { until } from '../support/until.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

const NAME = 'block:api:shared'
const MINUTE = 60_000

/** A replica with one pause; `heard` is what the others have said about it. */
async function join(url: string, name = NAME) {
  const { replicas, clock, fake } = await replicaForTest(url)
  const pauses = await openPauses({ replicas, names: [name], clock })
  onTestFinished(() => pauses.close())
  const pause = pauses.get(name)
  const heard: (Pause | undefined)[] = []
  pause.listen((said) => void heard.push(said))
  return { pause, pauses, heard, fake, replicas }
}

async function two(url: string) {
  const [a, b] = [await join(url), await join(url)]
  await until(() => a.replicas.notices.isListening() && b.replicas.notices.isListening())
  return [a, b] as const
}

/** Repeats an action until it brings true. */
async function repeat(action: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 200; times++) if (await action()) return
  throw new Error('it never became true')
}

const about = (pauseMs: number, leftMs: number) => ({
  pauseMs,
  leftMs: expect.toSatisfy((ms: number) => ms <= leftMs && ms > leftMs - 10_000),
})

test('what one replica learns reaches the other at once, and one that starts later', async () => {
  const url = await postgresForTest()
  const [a, b] = await two(url)
  a.pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await until(() => b.heard.length > 0)
  expect(b.heard).toEqual([about(5 * MINUTE, 4 * MINUTE)])
  expect((await join(url)).pause.known()).toEqual(about(5 * MINUTE, 4 * MINUTE))

  b.pause.keep(undefined)
  await until(() => a.heard.length > 0)
  expect(a.heard).toEqual([undefined])
  expect((await join(url)).pause.known()).toBeUndefined()
})

test('each name is a pause of its own', async () => {
  const url = await postgresForTest()
  const other = await join(url, 'block:api:elsewhere')
  const { pause } = await join(url)
  pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await repeat(async () => (await join(url)).pause.known() !== undefined)
  await other.fake.advance(5_000)
  expect(other.heard).toEqual([])
})

test('a pause that ends by itself is unknown after its end, by the clock of the database', async () => {
  const url = await postgresForTest()
  const { pause } = await join(url)
  pause.keep({ pauseMs: 0, leftMs: 2_000 })
  await repeat(async () => (await join(url)).pause.known() !== undefined)
  await repeat(async () => (await join(url)).pause.known() === undefined)
})

test('of all replicas one probes, and the others wait as long as it does', async () => {
  const url = await postgresForTest()
  const [a, b] = await two(url)
  a.pause.keep({ pauseMs: MINUTE, leftMs: 0 })
  await until(() => b.heard.length > 0)
  const turn = { pauseMs: MINUTE, leftMs: MINUTE }
  const turns = await Promise.all([a, b, a, b].map(async ({ pause }) => pause.takeTurn(turn)))
  expect(turns.filter(Boolean)).toHaveLength(1)
  const loser = turns[0] || turns[2] ? b : a
  expect(loser.heard.at(-1)).toEqual(about(MINUTE, MINUTE))
})

test('no replica probes after the end', async () => {
  const url = await postgresForTest()
  const [a, b] = await two(url)
  a.pause.keep({ pauseMs: MINUTE, leftMs: 0 })
  await until(() => b.heard.length > 0)
  a.pause.keep(undefined)
  await until(() => b.heard.length > 1)
  expect(await b.pause.takeTurn({ pauseMs: MINUTE, leftMs: MINUTE })).toBe(false)
  expect(b.heard.at(-1)).toBeUndefined()
})

test('without a notice the others read it within 5 s', async () => {
  const url = await postgresForTest()
  const { heard, fake } = await join(url)
  const client = await pgClientFor(url)
  await client.query(
    `INSERT INTO rapsheet_replicas.pauses VALUES ($1, 60000, clock_timestamp() + interval '1 minute', false, 1)`,
    [NAME],
  )
  await repeat(async () => {
    await fake.advance(5_000)
    // The time limit of a statement is measured by the clock of the test, which now stands still.
    await systemClock.sleep(50, new AbortController().signal)
    return heard.length > 0
  })
  expect(heard).toEqual([about(MINUTE, MINUTE)])
})

test('a write deletes the pauses of all names that have been over for a day, and no others', async () => {
  const url = await postgresForTest()
  const { pause, replicas } = await join(url)
  const run = (sql: string) => replicas.run(5_000, (client) => client.query(sql))
  await run(`INSERT INTO rapsheet_replicas.pauses VALUES
    ('key:replaced', 60000, clock_timestamp() - interval '25 hours', false, 1),
    ('block:api:left', 0, clock_timestamp() - interval '25 hours', true, 1),
    ('block:api:recent', 60000, clock_timestamp() - interval '23 hours', false, 1),
    ('block:api:elsewhere', 60000, clock_timestamp() + interval '1 hour', false, 1)`)
  pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  const names = async () => {
    const { rows } = await run('SELECT name FROM rapsheet_replicas.pauses ORDER BY name')
    return rows.map(({ name }: { name: string }) => name)
  }
  await repeat(async () => !(await names()).includes('key:replaced'))
  expect(await names()).toEqual(['block:api:elsewhere', 'block:api:recent', NAME])
})
