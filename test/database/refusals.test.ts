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
/** What is due when this day has begun. */
const dueOn = (today: number) => ({ today, since: 0 })
const LIMITS = { failingSince: 900, maxDeliveries: 3 }
const idsOf = async (repositories: Repositories, today: number, guildId = GUILD) =>
  (await repositories.refusals.unplanned(guildId, dueOn(today), 10)).map(({ id }) => id)
const guildsToPlan = ({ refusals }: Pick<Repositories, 'refusals'>, today: number, limits = LIMITS) =>
  refusals.guildsToPlan(dueOn(today), limits)

/** Creates a server with a policy and a channel. */
async function storeServer(repositories: Repositories, guildId = GUILD): Promise<void> {
  await storePolicy(repositories, guildId)
  await repositories.guilds.setAlertChannel(guildId, { channelId: '5', roleId: null })
}

test('refusals of one account and day are one, with the last reasons, and count those that were enforced', () =>
  inDatabase(async (repositories) => {
    const { refusals } = repositories
    await storePolicy(repositories)
    await refusals.note(refusalOf({ mode: 'observe' }))
    const reasons = [{ code: 'exception', value: 'deny', limit: null }]
    await refusals.note(refusalOf({ at: 200, version: 2, reasons }))
    await refusals.note(refusalOf({ at: 300, version: 3, mode: 'observe' }))
    await refusals.note(refusalOf({ at: DAY + 5, day: DAY }))
    expect(await refusals.unplanned(GUILD, dueOn(0), 10)).toEqual([
      {
        id: 1,
        guildId: GUILD,
        steamId: ALICE,
        day: 0,
        firstAt: 100,
        lastAt: 300,
        count: 1,
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
    for (const guildId of [GUILD, OTHER_GUILD]) await storeServer(repositories, guildId)
    await policies.setNotify(OTHER_GUILD, 'daily')
    await refusals.note(refusalOf())
    await refusals.note(refusalOf({ steamId: BOB, mode: 'observe' }))
    await refusals.note(refusalOf({ guildId: OTHER_GUILD }))
    expect(await guildsToPlan(repositories, 0)).toEqual([GUILD])
    expect(await idsOf(repositories, 0)).toEqual([1])
    expect(await guildsToPlan(repositories, DAY)).toEqual([GUILD, OTHER_GUILD])
    expect(await idsOf(repositories, DAY)).toEqual([1, 2])
  }))

test('a notice is tried until it is sent, and its refusals are not due again', () =>
  inDatabase(async (repositories) => {
    const { refusals, refusalNotices } = repositories
    await storeServer(repositories)
    for (const steamId of [ALICE, BOB]) await refusals.note(refusalOf({ steamId }))
    await refusalNotices.plan(noticeOf(), await idsOf(repositories, 0))
    await refusals.note(refusalOf({ steamId: CAROL }))
    expect(await guildsToPlan(repositories, 0)).toEqual([])
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
    expect((await refusals.unplanned(GUILD, dueOn(9 * DAY), 10)).map(({ steamId }) => steamId)).toEqual([CAROL])
    expect(await guildsToPlan(repositories, 0)).toEqual([GUILD])
  }))

test('of a server without a usable channel they are parked', () =>
  inDatabase(async (repositories) => {
    const { guilds, refusals } = repositories
    await storePolicy(repositories)
    await storeServer(repositories, OTHER_GUILD)
    for (const guildId of [GUILD, OTHER_GUILD]) await refusals.note(refusalOf({ guildId }))
    expect(await guildsToPlan(repositories, 0)).toEqual([OTHER_GUILD])
    expect(await refusals.counts(dueOn(0))).toEqual({ waiting: 1, parked: 1 })
    expect(await refusals.counts(dueOn(0), GUILD)).toEqual({ waiting: 0, parked: 1 })
    await guilds.block(OTHER_GUILD, 'forbidden')
    expect(await guildsToPlan(repositories, 0)).toEqual([])
    expect(await refusals.counts(dueOn(0))).toEqual({ waiting: 0, parked: 2 })
  }))

test('old ones are not due any more', () =>
  inDatabase(async (repositories) => {
    const { refusals } = repositories
    await storeServer(repositories)
    await refusals.note(refusalOf({ at: 100 }))
    await refusals.note(refusalOf({ at: 100, steamId: BOB }))
    await refusals.note(refusalOf({ at: 300, steamId: BOB }))
    const due = { today: DAY, since: 200 }
    expect((await refusals.unplanned(GUILD, due, 10)).map(({ steamId }) => steamId)).toEqual([BOB])
    expect(await refusals.counts(due)).toEqual({ waiting: 1, parked: 0 })
    expect(await refusals.guildsToPlan({ ...due, since: 301 }, LIMITS)).toEqual([])
  }))

test('those of earlier days are found without those of today', () =>
  inDatabase(async (repositories) => {
    const { refusals } = repositories
    await storeServer(repositories)
    await refusals.note(refusalOf({ day: DAY, at: DAY }))
    await refusals.note(refusalOf())
    const due = { ...dueOn(DAY), isEnded: true }
    expect((await refusals.unplanned(GUILD, due, 10)).map(({ day }) => day)).toEqual([0])
    expect((await refusals.unplanned(GUILD, dueOn(DAY), 1)).map(({ day }) => day)).toEqual([0])
    expect((await refusals.latest(GUILD, ALICE))?.day).toBe(DAY)
    expect(await refusals.latest(GUILD, BOB)).toBeUndefined()
  }))

test('further notices of a server wait for unsent ones, until all of these fail for long', () =>
  inDatabase(async (repositories) => {
    const { refusals, refusalNotices } = repositories
    await storeServer(repositories)
    for (const steamId of [ALICE, BOB]) await refusals.note(refusalOf({ steamId }))
    await refusalNotices.plan(noticeOf(), [1])
    const failing = { failingSince: 1_000, maxDeliveries: 2 }
    expect(await guildsToPlan(repositories, 0, failing)).toEqual([])
    await refusalNotices.beginAttempt({ id: 1, attempts: 0, channelId: '5' }, 1_000)
    expect(await guildsToPlan(repositories, 0, failing)).toEqual([GUILD])
    expect(await guildsToPlan(repositories, 0, { ...failing, failingSince: 999 })).toEqual([])
    expect(await guildsToPlan(repositories, 0, { ...failing, maxDeliveries: 1 })).toEqual([])
  }))

test('reported and given up ones are counted by when', () =>
  inDatabase(async (repositories) => {
    const { refusals, refusalNotices } = repositories
    await storeServer(repositories)
    for (const steamId of [ALICE, BOB]) await refusals.note(refusalOf({ steamId }))
    await refusals.note(refusalOf({ steamId: CAROL, mode: 'observe' }))
    await refusalNotices.plan(noticeOf(), [1, 3])
    await refusalNotices.complete(1, 2_000)
    await refusalNotices.plan(noticeOf(), [2])
    expect(await refusalNotices.giveUpOlderThan(1_000, 3_000)).toBe(0)
    expect(await refusalNotices.giveUpOlderThan(1_001, 3_000)).toBe(1)
    expect(await refusalNotices.due(9_999, 10)).toEqual([])
    expect(await refusals.countReported(GUILD, 2_000, 3_000)).toBe(2)
    expect(await refusals.countReported(GUILD, 2_001, 3_000)).toBe(1)
    expect(await refusals.countReported(GUILD, 2_000, 2_999)).toBe(1)
  }))

test('refusals of dissolved notices are due again', () =>
  inDatabase(async (repositories) => {
    await storePolicy(repositories)
    await repositories.refusals.note(refusalOf())
    const { refusalNotices } = repositories
    await refusalNotices.plan(noticeOf(), [1])
    await refusalNotices.dissolve(OTHER_GUILD)
    expect(await idsOf(repositories, 0)).toEqual([])
    await refusalNotices.dissolve(GUILD)
    expect(await idsOf(repositories, 0)).toEqual([1])
    await refusalNotices.plan(noticeOf(), [1])
    await refusalNotices.dissolveAll()
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
