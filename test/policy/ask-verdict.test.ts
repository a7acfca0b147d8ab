import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { askVerdict } from '../../src/policy/ask-verdict.ts'
import { getVerdict } from '../../src/policy/get-verdict.ts'
import { anyCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakePolicies, judgedOf, TOKEN } from '../support/fake-policies.ts'
import { policyOf } from '../support/policies.ts'
import { contextOf } from '../support/verdicts.ts'

const world = createWorld({ accounts: 100 })
const steam = await useSteam(world)

test('an account is found by its custom URL, unless the token has used its share of the day', async () => {
  const { context } = contextOf(steam, systemClock)
  const policies = fakePolicies(async (_, steamId) => judgedOf(steamId))
  const grant = policies.findByToken(TOKEN) ?? expect.fail('no grant')
  const ask = (input: string, mayAsk: boolean) =>
    askVerdict({ context, policies: { ...policies, mayAskSteam: () => mayAsk }, grant, callContext: anyCall() }, input)
  const { raider } = world.cast
  expect(await ask('raider', true)).toMatchObject({ steamId: raider, verdict: 'allow' })
  expect(await ask(raider, false)).toMatchObject({ steamId: raider })
  await expect(ask('raider', false)).rejects.toMatchObject({ code: 'budget_spent' })
})

test('a custom URL that Steam resolves at the second try leaves time for a denial, though the hours hang', async () => {
  const clock = { ...createFakeClock(), unixSeconds: () => 1_800_000_000 }
  const { context } = contextOf(steam, clock)
  const policy = policyOf({ maxVacBans: 0, minRustHours: 10 })
  const policies = fakePolicies((_, ...account) => getVerdict(context, policy, ...account))
  const grant = policies.findByToken(TOKEN) ?? expect.fail('no grant')
  steam.dial.set('vanity', { next: ['hang'] })
  steam.dial.set('games', { faults: { hang: 1 } })
  const startedAt = clock.now()
  const end = { isDone: false }
  const asked = askVerdict({ context, policies, grant, callContext: anyCall() }, 'raider')
  const verdict = asked.finally(() => (end.isDone = true))
  while (!end.isDone && clock.now() - startedAt < 10_000) {
    // Sockets need real time.
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (!end.isDone) await clock.advance(50)
  }
  expect(await verdict).toMatchObject({ steamId: world.cast.raider, verdict: 'deny' })
  // Two tries of 1.2 s, with their pause, and three seconds for the facts.
  expect(clock.now() - startedAt).toBeLessThan(6_000)
})
