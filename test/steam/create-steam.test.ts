import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SimAccount } from '../../packages/sim-steam/src/account.ts'
import { createSteam } from '../../src/steam/steam.ts'
import type { TransportOptions } from '../../src/steam/upstream/transport.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { failureOf } from '../support/failure.ts'
import { CLEAN } from '../support/fake-context.ts'
import { answering } from '../support/odd-platform.ts'
import { useWorld } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const { world, cast, steam: platform } = await useWorld(1_200)
const NOW = 1_700_000_000
const { ids } = platform.world
afterEach(() => void vi.useRealTimers())

/** Uncached Steam over the simulated platform. */
const open = (options: Partial<TransportOptions> = {}) => ({
  steam: createSteam({ call: connect(platform, options).call, clock: { unixSeconds: () => NOW } }),
})

const nameOf = (id: string) => world.account(id)?.profile?.name ?? null
const recordOf = (id: string) => {
  const bans: SimAccount['bans'] | undefined = world.account(id)?.bans
  return bans && bans !== 'nullEntry' ? bans : null
}

describe('a thousand concurrent accounts', () => {
  const thousand = ids.slice(0, 1_000)

  test('need ten calls for summaries and ten for bans, and each gets its own answer', async () => {
    const { steam } = open()
    const both = await Promise.all(
      thousand.map((id) => Promise.all([steam.getSummary(id, anyCall()), steam.getBans(id, anyCall())])),
    )
    expect([platform.calls.count('summaries'), platform.calls.count('bans'), platform.calls.total()]).toEqual([
      10, 10, 20,
    ])
    expect(both.map(([summary]) => summary.value?.personaname ?? null)).toEqual(thousand.map(nameOf))
    expect(both.map(([, bans]) => bans.value?.NumberOfVACBans ?? null)).toEqual(
      thousand.map((id) => recordOf(id)?.vac.length ?? null),
    )
  })
})

describe('a single account', () => {
  test('is sent at once and alone while the queue is idle', async () => {
    const { steam } = open()
    await steam.getSummary(cast.clean, anyCall())
    // A wait for more keys would never end, because timers stand still.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    platform.dial.set('summaries', { next: ['hang'] })
    const { callContext, leave } = cancellableCall()
    const first = steam.getSummary(cast.raider, callContext).catch((reason: unknown) => reason)
    await until(() => platform.inFlight('summaries') === 1)
    // With one running call the next one does not wait either.
    expect((await steam.getSummary(cast.veteran, anyCall())).value?.personaname).toBe('wipe day since 2013')
    leave('done')
    expect(await first).toBe('done')
    expect([platform.calls.count('summaries'), platform.calls.ids('summaries')]).toEqual([3, 3])
  })

  test('waits for more keys while two calls are running, and is sent with them when one ends', async () => {
    platform.dial.set('summaries', { next: ['hang', 'hang'] })
    const { steam } = open()
    const [one, two] = [cancellableCall(), cancellableCall()]
    const gone = [steam.getSummary(ids[0] ?? '', one.callContext).catch(() => 'left')]
    await until(() => platform.inFlight('summaries') === 1)
    gone.push(steam.getSummary(ids[1] ?? '', two.callContext).catch(() => 'left'))
    await until(() => platform.inFlight('summaries') === 2)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const together = []
    for (const id of [cast.raider, cast.clean, cast.veteran]) {
      together.push(steam.getSummary(id, anyCall()))
      await new Promise((resolve) => setImmediate(resolve))
    }
    one.leave('bored')
    await Promise.all(together)
    two.leave('bored')
    expect(await Promise.all(gone)).toEqual(['left', 'left'])
    expect(platform.calls.log.map(({ ids: asked }) => asked)).toEqual([
      [ids[0]],
      [ids[1]],
      [cast.raider, cast.clean, cast.veteran],
    ])
  })
})

describe('requests that share a call', () => {
  test('get their records even if the record of one is malformed', async () => {
    const [alice, bob] = ['76561197960287930', '76561197972494985']
    const { NumberOfGameBans: _, ...clean } = CLEAN
    const { call } = await answering({ players: [{ SteamId: bob }, null, { SteamId: alice, ...clean }] })
    const steam = createSteam({ call, clock: { unixSeconds: () => NOW } })
    const [hers, his] = [steam.getBans(alice, anyCall()), failureOf(steam.getBans(bob, anyCall()))]
    expect((await hers).value).toEqual(CLEAN)
    expect((await his).code).toBe('platform_unavailable')
  })
})
