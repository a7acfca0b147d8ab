import { expect, test } from 'vitest'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { createSteam } from '../../src/steam/steam.ts'
import { connect } from '../support/connect.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { openSweepsOf } from '../support/sweeps.ts'

const world = createWorld({ accounts: 900 })
const platform = await useSteam(world)
const SWEEP = 60

const hasRecord = (steamId: string) => {
  const bans = world.account(steamId)?.bans
  return bans !== null && bans !== undefined && bans !== 'nullEntry'
}
/** Accounts that can be banned; each test takes its own. */
const bannable = world.ids.filter((steamId) => hasRecord(steamId) && world.account(steamId)?.bans !== 'nullEntry')
const take = (count: number) => bannable.splice(-count)

/** Sweeps over the simulated Steam. Answers that do not come are given up after 200 ms. */
async function open(steamIds: string[]) {
  const { call } = connect(platform, { tryMs: 200, deadlineMs: 200 })
  const uncached = createSteam({ call, clock: { unixSeconds: () => 0 } })
  const sweeps = await openSweepsOf(uncached)
  if (steamIds.length > 0) await sweeps.watch('1', steamIds)
  await sweeps.run(SWEEP)
  platform.calls.reset()
  return sweeps
}

test('finds every ban of a world, and nothing else', async () => {
  const banned = take(6)
  const { run, alertsOf, reports } = await open(world.ids.slice(0, 600).concat(banned))
  const missing = world.ids.slice(0, 600).filter((steamId) => !hasRecord(steamId)).length
  expect(missing).toBeGreaterThan(0)
  banned.forEach((steamId, index) => world.ban(steamId, index % 2 === 0 ? 'vac' : 'game'))
  await run(2 * SWEEP)
  const alerts = await alertsOf('1')
  expect(alerts.map(([steamId]) => steamId).toSorted()).toEqual(banned.toSorted())
  expect(alerts.flatMap(([, changes]) => changes)).toHaveLength(banned.length)
  expect(reports.at(-1)).toMatchObject({ accounts: 606, checked: 606 - missing, failedCalls: 0 })
})

test.each<Fault>(['429', '503', 'html-200', 'null-200', 'wrong-ids', 'duplicated-ids', 'cut', 'reset', 'hang'])(
  'a call that ends with %s never ends the sweep, and no account is left out',
  async (fault) => {
    const all = world.ids.slice(0, 350).filter(hasRecord)
    const [first = ''] = take(1)
    const { run, alertsOf, reports, failures } = await open([...all, first])
    world.ban(first, 'vac')
    platform.dial.set('bans', { next: [fault] })
    await run(SWEEP)
    expect(failures).toHaveLength(1)
    expect(reports.at(-1)).toMatchObject({ accounts: all.length + 1, checked: all.length + 1, failedCalls: 1 })
    expect((await alertsOf('1')).map(([steamId]) => steamId)).toEqual([first])
  },
)
