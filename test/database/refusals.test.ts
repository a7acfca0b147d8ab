import { expect, test } from 'vitest'
import type { Repositories } from '../../src/database/database.ts'
import { ALICE, BOB, CAROL, GUILD, inDatabase, OTHER_GUILD } from '../support/community.ts'
import { refusalOf, storePolicy } from '../support/policy-records.ts'

const DAY = 86_400
const noticeOf = (guildId = GUILD, nonce = 'one') => ({
  guildId,
  channelId: '5',
  isDigest: false,
  nonce,
  createdAt: 1_000,
})
const idsOf = async (repositories: Repositories, today: number, guildId = GUILD) =>
  (await repositories.refusals.unplanned(guildId, today)).map(({ id }) => id)

test('refusals of one account and day are one, with the last reasons', () =>
  inDatabase(async (repositories) => {
    const { refusals } = repositories
    await storePolicy(repositories)
    await refusals.note(refusalOf({ mode: 'observe' }))
    const reasons = [{ code: 'exception', value: 'deny', limit: null }]
    await refusals.note(refusalOf({ at: 200, version: 2, reasons }))
    await refusals.note(refusalOf({ at: 300, version: 3, mode: 'observe' }))
    await refusals.note(refusalOf({ at: DAY + 5, day: DAY }))
    expect(await refusals.unplanned(GUILD, 0)).toEqual([
      {
        id: 1,
        guildId: GUILD,
        steamId: ALICE,
        day: 0,
        firstAt: 100,
        lastAt: 300,
        count: 3,
        mode: 'enforce',
        version: 3,
        reasons: refusalOf().reasons,
        toldAt: null,
      },
      expect.objectContaining({ id: 2, day: DAY, count: 1 }),
    ])
  }))

test('enforced ones are due at once, all others when their day has ended', () =>
  inDatabase(async (repositories) => {
    const { policies, refusals } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    await policies.setNotify(OTHER_GUILD, 'daily')
    await refusals.note(refusalOf())
    await refusals.note(refusalOf({ steamId: BOB, mode: 'observe' }))
    await refusals.note(refusalOf({ guildId: OTHER_GUILD }))
    expect(await refusals.guildsToPlan(0)).toEqual([GUILD])
    expect(await idsOf(repositories, 0)).toEqual([1])
    expect(await refusals.guildsToPlan(DAY)).toEqual([GUILD, OTHER_GUILD])
    expect(await idsOf(repositories, DAY)).toEqual([1, 2])
  }))

test('a notice is tried until it is sent, and its refusals are not due again', () =>
  inDatabase(async (repositories) => {
    const { refusals, refusalNotices } = repositories
    await storePolicy(repositories)
    for (const steamId of [ALICE, BOB]) await refusals.note(refusalOf({ steamId }))
    await refusalNotices.plan(noticeOf(), await idsOf(repositories, 0))
    await refusals.note(refusalOf({ steamId: CAROL }))
    expect(await refusals.guildsToPlan(0)).toEqual([])
    expect(await refusalNotices.due(999, 10)).toEqual([])
    const [notice] = await refusalNotices.due(1_000, 10)
    expect(notice).toEqual({ id: 1, ...noticeOf(), uncertainSince: null, attempts: 0, nextAttemptAt: 1_000 })
    expect((await refusals.ofNotice(1)).map(({ steamId }) => steamId)).toEqual([ALICE, BOB])

    expect(await refusalNotices.beginAttempt({ id: 1, attempts: 0, channelId: '6' }, 1_001)).toBe(true)
    expect(await refusalNotices.beginAttempt({ id: 1, attempts: 0, channelId: '6' }, 1_001)).toBe(false)
    expect(await refusalNotices.due(1_001, 10)).toMatchObject([{ attempts: 1, uncertainSince: 1_001, channelId: '6' }])
    await refusalNotices.retryLater(1, 1_100, false)
    expect(await refusalNotices.due(1_099, 10)).toEqual([])
    expect(await refusalNotices.due(1_100, 10)).toMatchObject([{ uncertainSince: null }])
    await refusalNotices.beginAttempt({ id: 1, attempts: 1, channelId: '6' }, 1_101)
    await refusalNotices.retryLater(1, 1_200, true)
    expect(await refusalNotices.due(1_200, 10)).toMatchObject([{ uncertainSince: 1_101, attempts: 2 }])

    await refusalNotices.complete(1, 1_300)
    expect(await refusalNotices.due(9_999, 10)).toEqual([])
    await refusals.note(refusalOf({ at: 400 }))
    expect((await refusals.unplanned(GUILD, 9 * DAY)).map(({ steamId }) => steamId)).toEqual([CAROL])
    expect(await refusals.guildsToPlan(0)).toEqual([GUILD])
  }))

test('refusals of dissolved notices are due again', () =>
  inDatabase(async (repositories) => {
    await storePolicy(repositories)
    await repositories.refusals.note(refusalOf())
    await repositories.refusalNotices.plan(noticeOf(), [1])
    await repositories.refusalNotices.dissolveAll()
    expect(await idsOf(repositories, 0)).toEqual([1])
  }))

test('a notice without any refusal left is not sent', () =>
  inDatabase(async (repositories) => {
    const { refusals, refusalNotices } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    await refusals.note(refusalOf())
    await refusals.note(refusalOf({ steamId: BOB, day: DAY }))
    await refusals.note(refusalOf({ guildId: OTHER_GUILD, day: DAY }))
    await refusalNotices.plan(noticeOf(), [1, 3])
    await refusalNotices.plan(noticeOf(GUILD, 'two'), [2])
    await refusalNotices.plan(noticeOf(OTHER_GUILD, 'three'), [3])
    await refusalNotices.plan(noticeOf(GUILD, 'nothing'), [1])
    const nonces = async () => (await refusalNotices.due(1_000, 10)).map(({ nonce }) => nonce)
    expect(await nonces()).toEqual(['one', 'two', 'three'])
    await refusals.forget(GUILD, BOB)
    expect(await nonces()).toEqual(['one', 'three'])
    await refusals.deleteOlderThan(DAY)
    expect(await nonces()).toEqual(['three'])
    expect(await refusals.ofNotice(3)).toHaveLength(1)
  }))
