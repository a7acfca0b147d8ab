import { expect, test } from 'vitest'
import { findShownProfile, findProfiles } from '../../src/accounts/find-profiles.ts'
import { lookup } from '../../src/accounts/lookup.ts'
import { scanFriends } from '../../src/accounts/scan-friends.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { RapsheetError } from '../../src/model/error.ts'
import { getVerdict } from '../../src/policy/get-verdict.ts'
import { anyCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { failureOf } from '../support/failure.ts'
import { NOW } from '../support/fake-context.ts'
import { policyOf } from '../support/policies.ts'
import { useWorld } from '../../packages/sim-steam/test/simulated-steam.ts'
import { contextOf } from '../support/verdicts.ts'

const { steam, world, cast } = await useWorld(0)
const { clean, raider, deletedSummary, lonely } = cast

/** A context that has seen the accounts a minute ago, so that its answers have expired. */
async function openSeen() {
  const time = { now: NOW }
  const { context } = contextOf(steam, { ...systemClock, unixSeconds: () => time.now })
  await lookup(context, raider, anyCall())
  await failureOf(lookup(context, deletedSummary, anyCall()))
  time.now += 5
  expect((await failureOf(lookup(context, deletedSummary, anyCall()))).message).toContain('Bans on record: VAC 1')
  time.now += 61
  return { context, time }
}

/** Lets Steam leave out all accounts of the next call of each method. */
function omitOnce() {
  for (const method of ['bans', 'summaries'] as const) steam.dial.set(method, { next: ['missing-records'] })
}

const UNAVAILABLE = { code: 'platform_unavailable', retryAfter: 3 }

test.each([
  ['with a profile', raider, 'found'],
  ['with bans and without a profile', deletedSummary, 'account_not_found'],
])('a banned account %s that Steam omits once is unavailable, and then as before', async (_, steamId, then) => {
  const { context, time } = await openSeen()
  omitOnce()
  expect(await failureOf(lookup(context, steamId, anyCall()))).toMatchObject(UNAVAILABLE)
  time.now += 5
  const answer = await lookup(context, steamId, anyCall()).catch((error: RapsheetError) => error)
  expect(answer).toMatchObject(
    then === 'found' ? { bans: { NumberOfVACBans: 1 } } : { code: then, bansOnRecord: { NumberOfVACBans: 1 } },
  )
})

test('a banned friend that Steam omits is counted as unchecked, also if it was never seen before', async () => {
  world.change(lonely, {
    friends: [
      { steamId: raider, since: 0 },
      { steamId: clean, since: 0 },
    ],
  })
  const { context } = contextOf(steam, systemClock)
  await lookup(context, clean, anyCall())
  omitOnce()
  const result = (await collect(scanFriends(context, lonely, anyCall()))).at(-1)
  expect(result).toMatchObject({
    friends: [{ steamId: clean }],
    unavailable: 1,
    unchecked: [{ steamId: raider }],
  })
})

test('a verdict on an omitted account asks once more, and the next one asks again', async () => {
  const { context, time } = await openSeen()
  const policy = policyOf({ maxVacBans: 0 })
  const verdict = async () => (await getVerdict(context, policy, raider, anyCall())).verdict.verdict
  steam.dial.set('bans', { next: ['missing-records', 'missing-records'] })
  expect(await verdict()).toBe('unknown')
  time.now += 2
  expect(await verdict()).toBe('deny')
})

test('names and pictures are those of the last profile when Steam omits it', async () => {
  const { context } = await openSeen()
  steam.dial.set('summaries', { next: ['missing-records', 'missing-records'] })
  expect(await findShownProfile(context, raider, anyCall())).toEqual({ name: 'Roof Raider', isPrivate: null })
  expect((await findProfiles(context, [raider], anyCall())).get(raider)?.name).toBe('Roof Raider')
})
