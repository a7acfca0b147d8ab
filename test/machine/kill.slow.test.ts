import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { useMachine, warnings } from './program.ts'

const { steam, ids, run, folder, store } = await useMachine()
const ROUNDS = 3

test('after SIGKILL during writes, the next start uses the same file without warnings and has the answers written before', async () => {
  const early = ids.slice(0, 10)
  const others = ids.slice(10)
  const settings = { CACHE_ACCOUNT_SECONDS: '3600', CACHE_STATS_SECONDS: '0', CACHE_REFUSAL_SECONDS: '0' }
  let written = 0
  for (let round = 0; round < ROUNDS; round++) {
    const program = run(settings)
    const service = { url: await program.url() }
    if (round === 0) {
      for (const id of early) expect(await ask(service, `/api/lookup?steamId=${id}`)).toMatchObject({ status: 200 })
      const file = new KeyvSqlite({ uri: `sqlite://${store()}`, busyTimeout: 2_000 })
      onTestFinished(() => file.close())
      const rows = async () => ((await file.query('SELECT key FROM keyv')) as unknown[]).length
      await expect.poll(rows, { timeout: 5_000 }).toBeGreaterThanOrEqual(4 * early.length)
    }
    // From here on new answers are written all the time.
    const mine = others.splice(0, 60)
    const load = Array.from({ length: 4 }, async () => {
      for (let id = mine.pop(); id; id = mine.pop(), written++)
        await ask(service, `/api/lookup?steamId=${id}`).catch(() => mine.splice(0))
    })
    await expect.poll(() => mine.length, { interval: 1, timeout: 10_000 }).toBeLessThan(50)
    // The moments are spread over one write interval.
    await sleep(Math.random() * 250)
    program.kill('SIGKILL')
    expect(await program.exit).toEqual({ code: null, signal: 'SIGKILL' })
    await Promise.all(load)

    const next = run(settings)
    const again = { url: await next.url() }
    steam.calls.reset()
    for (const id of early) expect(await ask(again, `/api/lookup?steamId=${id}`)).toMatchObject({ status: 200 })
    expect(steam.calls.total()).toBe(0)
    expect(await ask(again, '/readyz')).toMatchObject({ body: { store: 'open' } })
    next.kill('SIGKILL')
    await next.exit
    expect([...warnings(program), ...warnings(next)].filter(({ msg }) => msg.includes('STORE_URL'))).toEqual([])
    expect(readdirSync(join(folder(), 'data')).filter((name) => name.includes('corrupt'))).toEqual([])
  }
  expect(written).toBeGreaterThan(ROUNDS * 10)
}, 120_000)
