import { expect, test } from 'vitest'
import { blocksOn, readTaken, takeAll, takeSome } from '../support/call-blocks.ts'
import { ownPostgres } from '../support/postgres.ts'

const LIMIT = 20_000
const BLOCK = 200

test(
  'while Postgres is frozen or gone only look-ups go on, and never more calls than a day has are made',
  { timeout: 120_000 },
  async () => {
    const { server, url } = await ownPostgres({ durable: true })
    const all = await Promise.all([1, 2, 3, 4].map(() => blocksOn(undefined, url, LIMIT)))
    const sumOf = async (take: (calls: (typeof all)[number]['calls']) => Promise<number>) =>
      (await Promise.all(all.map(({ calls }) => take(calls)))).reduce((sum, each) => sum + each, 0)
    let made = 0
    const outages = [
      { begin: server.freeze, end: server.thaw },
      { begin: server.kill, end: server.restart },
    ]
    for (const { begin, end } of outages) {
      made += await sumOf(async (calls) => {
        await takeSome(calls, 300)
        return 300
      })
      await expect.poll(() => Math.min(...all.map(({ calls }) => calls.state().held))).toBeGreaterThan(BLOCK / 2)
      await begin()
      made += await sumOf((calls) => takeAll(calls, false))
      for (const { calls } of all) expect(calls.state()).toMatchObject({ isAway: true, held: BLOCK / 2 })
      const lookups = await sumOf((calls) => takeAll(calls))
      expect(lookups).toBe((4 * BLOCK) / 2)
      made += lookups
      for (const { calls } of all) {
        expect(calls.state()).toMatchObject({ isAway: true, held: 0 })
        expect(await calls.take(true, 5_000)).toBe(false)
      }
      await end()
      for (const { calls } of all)
        await expect.poll(() => calls.state(), { timeout: 20_000 }).toMatchObject({ isAway: false })
    }
    made += await sumOf((calls) => takeAll(calls))
    expect(await readTaken(url)).toEqual([LIMIT])
    expect(made).toBeLessThanOrEqual(LIMIT)
    // Postgres may carry out a statement whose process has given it up: a block for each of them in each outage.
    expect(made).toBeGreaterThanOrEqual(LIMIT - 2 * 4 * BLOCK)
  },
)
