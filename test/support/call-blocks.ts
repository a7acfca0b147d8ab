import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src/lib/clock.ts'
import { openCallBlocks, type CallBlocks, type CallBlocksOptions } from '../../src/cluster/call-blocks.ts'
import { createFakeClock } from './fake-clock.ts'
import { openReplica } from './replicas.ts'

/** The part of a process in the day's calls, on the database's time; only the test advances the clock. */
export async function blocksForTest(url: string, limit: number, options: Partial<CallBlocksOptions> = {}) {
  const fake = createFakeClock()
  return { fake, ...(await blocksOn(fake, url, limit, options)) }
}

/** The part of a process in the day's calls on this clock, that of the machine by default. */
export async function blocksOn(
  base: Clock | undefined,
  url: string,
  limit: number,
  options: Partial<CallBlocksOptions> = {},
) {
  const { replicas, clock } = await openReplica(url, base)
  const calls = await openCallBlocks({ replicas, key: 'digest', limit: () => limit, clock, ...options })
  onTestFinished(calls.close)
  return { calls, replicas }
}

/** Takes calls until one is refused; resolves to their number. */
export async function takeAll({ take }: CallBlocks, isLookup = true): Promise<number> {
  for (let taken = 0; ; taken++) {
    const isTaken = take(isLookup, 5_000)
    if (isTaken !== true && !(await isTaken)) return taken
  }
}

/** Takes this many calls, which must all be granted. */
export async function takeSome({ take }: CallBlocks, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const isTaken = take(true, 5_000)
    if (isTaken !== true && !(await isTaken)) throw new Error(`only ${made} of ${count} calls were granted`)
  }
}

/** The calls that all processes have taken on each day, as the database has them. */
export async function readTaken(url: string): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ taken: number }>('SELECT taken FROM rapsheet_replicas.day_calls ORDER BY day')
  await client.end()
  return rows.map(({ taken }) => taken)
}
