import { expect, test } from 'vitest'
import { addException } from '../../src/policy/exceptions.ts'
import { policyStatus } from '../../src/policy/policy-status.ts'
import { setPolicyMode } from '../../src/policy/save-terms.ts'
import { NOW } from '../support/fake-context.ts'
import { joinOf } from '../support/policy-records.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { ALICE, BOB, CAROL, MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const DAY = 86_400
const { guildId, userId } = MODERATOR

test('the status has the last change, the exceptions that count, and the verdicts since midnight', async () => {
  const { context, database, time } = await openPolicyTest()
  const midnight = NOW - (NOW % DAY) + DAY
  await setPolicyMode(context, { ...MODERATOR, mode: 'enforce' })
  await setPolicyMode(context, { ...OTHER_SERVER, mode: 'enforce' })
  const exception = { ...MODERATOR, reason: 'x', until: null }
  await addException(context, { ...exception, steamId: BOB })
  await addException(context, { ...exception, steamId: CAROL })
  await addException(context, { ...exception, steamId: ALICE, until: '1h' })
  const joins = [
    joinOf({ guildId, at: midnight - 1 }),
    joinOf({ guildId, at: midnight }),
    joinOf({ guildId, at: midnight + 1, mode: 'enforce' }),
    joinOf({ guildId, at: midnight + 2, mode: 'enforce' }),
    joinOf({ guildId, at: midnight + 3, verdict: 'allow', mode: 'enforce' }),
    joinOf({ guildId, at: midnight + 4, verdict: 'unknown' }),
    joinOf({ guildId: OTHER_SERVER.guildId, at: midnight + 5 }),
  ]
  await database.transaction((repositories) => repositories.joins.add(joins))
  time.now = midnight + 60
  expect(await policyStatus(context, guildId)).toEqual({
    policy: expect.objectContaining({ guildId, version: 2, updatedAt: NOW, updatedBy: userId }),
    lastChange: { guildId, at: NOW, userId, action: 'exception_added', steamId: ALICE, detail: 'x' },
    exceptions: 2,
    today: { allowed: 1, refused: 2, wouldRefuse: 1, unknown: 1 },
    isTodayAtLeast: false,
    tokens: [],
  })
})
