import { expect, test } from 'vitest'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { createCallContext, type CallAllowance } from '../../../src/lib/call-context.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { failureOf } from '../../support/failure.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { askEach } from '../../support/steam-methods.ts'

const steam = await useSteam(createWorld({ accounts: 50 }))
const { cast } = steam.world
const ask = askEach(cast.raider, cast.clean)

const refuse = () => {
  throw new RapsheetError('budget_spent', 'The share is spent.')
}
const spent: CallAllowance = { check: refuse, take: refuse }
const callOfUser = () =>
  createCallContext(new AbortController().signal, { upstreamCalls: 0, cacheHits: 0, allowance: spent })

test('a call without an allowance left is refused, and is not sent to try a refused key again', async () => {
  const clock = createFakeClock()
  const { call } = connect({ ...steam, key: 'a-wrong-key' }, { keyPauseMs: 60_000, clock })
  expect((await failureOf(ask.bans(call, anyCall()))).code).toBe('key_refused')
  await clock.advance(60_000)
  expect((await failureOf(ask.games(call, callOfUser()))).code).toBe('budget_spent')
  expect(steam.calls.total()).toBe(1)
  await failureOf(ask.bans(call, anyCall()))
  expect(steam.calls.total()).toBe(2)
})

test('inventories, which do not count among the calls of the key, need no allowance', async () => {
  const { call } = connect(steam)
  await ask.inventory(call, callOfUser())
  expect(steam.calls.count('inventory')).toBe(1)
})
