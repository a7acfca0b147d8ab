import type { ClientBase } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Pause } from '../../src/lib/limits/shared-pause.ts'
import { openPauses } from '../../src/cluster/pauses.ts'
import { withTimeout } from '../../src/lib/timeout.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { replicaForTest } from '../support/replicas.ts'
import { postgresForTest } from '../support/postgres.ts'

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
  return [await join(url), await join(url)] as const
}

/** Polls until a replica has heard this often of the others. */
async function untilHeard({ replicas, heard }: Awaited<ReturnType<typeof join>>, times = 1): Promise<void> {
  await repeat(async () => {
    await replicas.pollNow()
    return heard.length >= times
  })
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

test('what one replica learns reaches the other in its next poll, and one that starts later', async () => {
  const url = await postgresForTest()
  const [a, b] = await two(url)
  a.pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await untilHeard(b)
  expect(b.heard).toEqual([about(5 * MINUTE, 4 * MINUTE)])
  expect((await join(url)).pause.known()).toEqual(about(5 * MINUTE, 4 * MINUTE))

  b.pause.keep(undefined)
  await untilHeard(a)
  expect(a.heard).toEqual([undefined])
  expect((await join(url)).pause.known()).toBeUndefined()
})

test('a pause that ends by itself is unknown after its end, by the clock of the database', async () => {
  const url = await postgresForTest()
  const { pause } = await join(url)
  pause.keep({ pauseMs: 0, leftMs: 2_000 })
  await repeat(async () => (await join(url)).pause.known() !== undefined)
  await repeat(async () => (await join(url)).pause.known() === undefined)
})

test('a replica does not hear again of what it knows, or of what it has stored itself', async () => {
  const [a, b] = await two(await postgresForTest())
  a.pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await untilHeard(b)
  for (const { replicas } of [a, b, a, b]) await replicas.pollNow()
  expect([a.heard.length, b.heard.length]).toEqual([0, 1])
})

test('a replica stops within about a second while the database hangs, however much it has learned meanwhile', async () => {
  const clock = createFakeClock()
  let isHanging = false
  const client = {
    query: () => (isHanging ? new Promise(() => {}) : Promise.resolve({ rows: [] })),
  } as unknown as ClientBase
  const replicas = {
    run: <T>(withinMs: number, task: (client: ClientBase) => Promise<T>) =>
      withTimeout(withinMs, [], () => task(client), clock),
    addStep: () => () => {},
  }
  const pauses = await openPauses({ replicas, names: [NAME], clock })
  isHanging = true
  for (let times = 1; times <= 8; times++) pauses.get(NAME).keep({ pauseMs: times * MINUTE, leftMs: MINUTE })
  let isClosed = false
  void pauses.close().then(() => (isClosed = true))
  await clock.advance(1_100)
  expect(isClosed).toBe(true)
})
