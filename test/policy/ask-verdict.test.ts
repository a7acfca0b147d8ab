import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { askVerdict } from '../../src/policy/ask-verdict.ts'
import { anyCall } from '../support/callers.ts'
import { fakePolicies, judgedOf, TOKEN } from '../support/fake-policies.ts'
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
