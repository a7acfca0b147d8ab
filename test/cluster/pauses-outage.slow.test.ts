import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import type { Pause } from '../../src/lib/limits/shared-pause.ts'
import { openPauses } from '../../src/cluster/pauses.ts'
import { openReplica } from '../support/replicas.ts'
import { ownPostgres } from '../support/postgres.ts'

const NAME = 'block:api:shared'
const MINUTE = 60_000

/** Two replicas on a server of their own; `heard` is what the other one has said. */
async function twoOnOwnServer() {
  const { server, url } = await ownPostgres()
  const join = async () => {
    const { replicas, clock } = await openReplica(url, systemClock)
    const pauses = await openPauses({ replicas, names: [NAME], clock })
    onTestFinished(() => pauses.close())
    const pause = pauses.get(NAME)
    const heard: (Pause | undefined)[] = []
    pause.listen((said) => void heard.push(said))
    return { pause, heard }
  }
  return { server, a: await join(), b: await join() }
}

const isHeard = async (heard: unknown[]) => {
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(0)
}

test('while the database is frozen, each replica goes on by itself, and says later what it has learned', async () => {
  const { server, a, b } = await twoOnOwnServer()
  await server.freeze()
  a.pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await server.thaw()
  // A thawed server may first carry out the statement that was given up, whose pause then begins anew.
  await expect.poll(() => b.heard.at(-1)?.leftMs, { timeout: 20_000 }).toBeLessThan(4 * MINUTE - 1_900)
  expect(b.heard.at(-1)?.pauseMs).toBe(5 * MINUTE)
  expect(b.heard.at(-1)?.leftMs).toBeGreaterThan(3 * MINUTE)
}, 60_000)

test('what has ended while the database was away stays ended, although a crash lost its rows', async () => {
  const { server, a, b } = await twoOnOwnServer()
  a.pause.keep({ pauseMs: 5 * MINUTE, leftMs: 4 * MINUTE })
  await isHeard(b.heard)
  await server.kill()
  b.pause.keep(undefined)
  await server.restart()
  await isHeard(a.heard)
  expect(a.heard).toEqual([undefined])
}, 60_000)
