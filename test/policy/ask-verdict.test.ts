import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { askVerdict } from '../../src/policy/ask-verdict.ts'
import { anyCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakePolicies, judgedOf, TOKEN } from '../support/fake-policies.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { contextOf } from '../support/verdicts.ts'

const world = createWorld({ accounts: 100 })
const steam = await useSteam(world)

function open() {
  const clock = { ...createFakeClock(), unixSeconds: () => 1_800_000_000 }
  const { context } = contextOf(steam, clock)
  const limits: (number | undefined)[] = []
  const policies = fakePolicies(async (_, steamId, __, withinMs) => {
    limits.push(withinMs)
    return judgedOf(steamId)
  })
  const grant = policies.findByToken(TOKEN)
  if (!grant) throw new Error('no grant')
  /** What comes of asking, or the error, and after how many milliseconds. */
  const timed = async (input: string) => {
    const startedAt = clock.now()
    const end = { isDone: false }
    const asked = askVerdict({ context, policies, grant, callContext: anyCall() }, input)
    const outcome = asked.catch((error: unknown) => error).finally(() => (end.isDone = true))
    while (!end.isDone && clock.now() - startedAt < 10_000) {
      // Sockets need real time.
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (!end.isDone) await clock.advance(50)
    }
    return { ms: clock.now() - startedAt, outcome: await outcome }
  }
  return { timed, limits }
}

test('a custom URL that Steam does not resolve within three seconds is a failure of Steam', async () => {
  steam.dial.set('vanity', { faults: { hang: 1 } })
  expect(await open().timed('raider')).toMatchObject({ ms: 3_000, outcome: { code: 'platform_unavailable' } })
})

test('the time that a custom URL takes is not left for the facts', async () => {
  steam.dial.set('vanity', { next: ['hang'] })
  const { timed, limits } = open()
  const { ms, outcome } = await timed('raider')
  expect(outcome).toMatchObject({ steamId: world.cast.raider, verdict: 'allow' })
  expect([ms >= 1_000, limits]).toEqual([true, [3_000 - ms]])
})
