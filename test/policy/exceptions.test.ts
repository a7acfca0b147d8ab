import { expect, test } from 'vitest'
import { POLICY_ACTIONS } from '../../src/model/policy.ts'
import { addException, expireExceptions, listExceptions, removeException } from '../../src/policy/exceptions.ts'
import { toTermsDetail } from '../../src/model/terms-detail.ts'
import { NOW } from '../support/fake-context.ts'
import { openPolicyTest, policyProblemOf } from '../support/policy-tests.ts'
import { ALICE, BOB, MODERATOR, nth, OTHER_SERVER } from '../support/watch-tests.ts'

const DAY = 86_400
const { guildId, userId } = MODERATOR
const allowed = { ...MODERATOR, steamId: ALICE, reason: 'appealed', until: null }

const logOf = async ({ database }: Awaited<ReturnType<typeof openPolicyTest>>) =>
  (await database.read(({ audit }) => audit.listOf(guildId, POLICY_ACTIONS, 10))).map(
    ({ userId, action, steamId, detail }) => [userId, action, steamId, detail],
  )

test('an exception decides at once, of its server alone, and is in the log', async () => {
  const opened = await openPolicyTest()
  const { context, policies } = opened
  const stored = {
    guildId,
    steamId: ALICE,
    reason: 'appealed',
    until: null,
    addedBy: userId,
    addedAt: NOW,
  }
  expect(await addException(context, allowed)).toMatchObject({ exception: stored, replaced: null })
  const { addedBy: _, addedAt: __, guildId: ___, ...judged } = stored
  expect(policies.ofGuild(guildId)?.exceptions).toEqual(new Map([[ALICE, { ...judged, decision: 'allow' }]]))
  expect(policies.ofGuild(OTHER_SERVER.guildId)).toBeUndefined()
  expect(await listExceptions(context, guildId)).toEqual([stored])

  const again = { ...allowed, reason: 'again', until: '2027-01-01' }
  const { exception, replaced } = await addException(context, again)
  expect(replaced).toEqual(stored)
  // The end of that day, UTC.
  expect(exception.until).toBe(Date.UTC(2027, 0, 2) / 1000)
  expect(policies.ofGuild(guildId)?.exceptions.get(ALICE)).toMatchObject({ reason: 'again' })

  expect(await removeException(context, { ...MODERATOR, steamId: ALICE })).toMatchObject({ exception })
  expect(policies.ofGuild(guildId)?.exceptions.size).toBe(0)
  expect(await logOf(opened)).toEqual([
    [userId, 'exception_removed', ALICE, toTermsDetail(exception)],
    [userId, 'exception_added', ALICE, toTermsDetail(exception, stored)],
    [userId, 'exception_added', ALICE, 'appealed'],
  ])
})

test('an exception ends at its time, and is removed later', async () => {
  const opened = await openPolicyTest()
  const { context, database, policies, time } = opened
  await addException(context, { ...allowed, until: '2d' })
  await addException(context, { ...allowed, steamId: BOB })
  time.now += 2 * DAY - 1
  expect(await listExceptions(context, guildId)).toHaveLength(2)
  expect(await expireExceptions({ database }, time.now)).toBe(0)
  time.now += 1
  expect((await listExceptions(context, guildId)).map(({ steamId }) => steamId)).toEqual([BOB])
  const problem = await policyProblemOf(removeException(context, { ...MODERATOR, steamId: ALICE }))
  expect(problem).toEqual({ code: 'no_exception', steamId: ALICE })
  expect(await expireExceptions({ database }, time.now)).toBe(1)
  await context.policies.reload()
  expect([...(policies.ofGuild(guildId)?.exceptions.keys() ?? [])]).toEqual([BOB])
  expect((await logOf(opened))[0]).toEqual([null, 'exception_expired', ALICE, 'appealed'])
})

test('a policy has room for 1,000 exceptions that have not ended', async () => {
  const { context, database, time } = await openPolicyTest()
  await addException(context, { ...allowed, until: '1d' })
  await database.transaction(async ({ policyExceptions }) => {
    for (let i = 0; i < 999; i++)
      await policyExceptions.set({
        guildId,
        steamId: nth(i),
        reason: 'x',
        until: null,
        addedBy: userId,
        addedAt: NOW,
      })
  })
  const add = () => addException(context, { ...allowed, steamId: BOB })
  expect(await policyProblemOf(add())).toEqual({ code: 'exceptions_full', limit: 1_000 })
  await addException(context, { ...allowed, steamId: nth(5) })
  time.now += DAY
  await add()
})

test.each(['76561197960265728', '12345678901234567', '90071996842377216'])('%s is no player', async (steamId) => {
  const { context } = await openPolicyTest()
  expect(await policyProblemOf(addException(context, { ...allowed, steamId }))).toEqual({
    code: 'not_a_player',
    steamId,
  })
})
