import { expect, test } from 'vitest'
import { createWorld } from '../../../sim/steam/world.ts'
import { askVerdict } from '../../../src/service/policy/ask-verdict.ts'
import { anyCall } from '../../support/callers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { fakePolicies, TOKEN } from '../../support/fake-policies.ts'
import { useSteam } from '../../support/simulated-steam.ts'
import { contextOf } from '../../support/verdicts.ts'

const world = createWorld({ accounts: 100 })
const steam = await useSteam(world)

test('a custom URL that Steam does not resolve within three seconds is a failure of Steam', async () => {
  const clock = { ...createFakeClock(), unixSeconds: () => 1_800_000_000 }
  const { context } = contextOf(steam, clock)
  const policies = fakePolicies()
  const grant = policies.findByToken(TOKEN)
  if (!grant) throw new Error('no grant')
  steam.dial.set('vanity', { faults: { hang: 1 } })
  const outcome = { isDone: false }
  const asked = askVerdict({ context, policies, grant, callContext: anyCall() }, 'raider')
  const settled = asked.catch((error: unknown) => error).finally(() => (outcome.isDone = true))
  const startedAt = clock.now()
  while (!outcome.isDone && clock.now() - startedAt < 10_000) {
    await clock.advance(50)
    // Sockets need real time.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(clock.now() - startedAt).toBeLessThanOrEqual(3_050)
  expect(await settled).toMatchObject({ code: 'platform_unavailable' })
})
