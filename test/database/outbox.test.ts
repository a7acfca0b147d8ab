import { expect, test } from 'vitest'
import type { Repositories } from '../../src/database/database.ts'
import type { Delivery } from '../../src/database/deliveries.ts'
import type { OutboxRepository } from '../../src/database/outbox.ts'
import {
  ALICE,
  alertOf,
  BOB,
  CAROL,
  GUILD,
  inDatabase,
  manySteamIds,
  OTHER_GUILD,
  watch,
} from '../support/community.ts'

const planned = { channelId: '5', isDigest: false, mark: null, createdAt: 1_000 }
/** No delivery has failed for long. */
const LIMITS = { failingSince: 0, maxDeliveries: 2 }
const waiting = { uncertainSince: null, attempts: 0 }

/** Both servers watch three accounts. */
const withWatches = (work: (repositories: Repositories) => Promise<void>) =>
  inDatabase(async (repositories) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await watch(repositories, guildId, [ALICE, BOB, CAROL])
    await work(repositories)
  })

/** Plans a delivery of all unplanned alerts of a server. */
async function planFor(outbox: OutboxRepository, guildId: string, parts: Partial<Delivery> = {}): Promise<Delivery> {
  const alertIds = (await outbox.unplanned(guildId)).map(({ id }) => id)
  const nonce = `${guildId}-${alertIds.join('-')}`
  await outbox.plan({ guildId, nonce, ...planned, ...parts }, alertIds)
  const delivery = (await outbox.due(4_000_000_000, 1_000)).find((due) => due.nonce === nonce)
  if (!delivery) throw new Error('the delivery was not stored')
  return delivery
}

const marksOf = async (outbox: OutboxRepository, guildId: string) =>
  (await outbox.unplanned(guildId)).map(({ steamId, mark }) => [steamId, mark])

test('alerts of a server wait, oldest first, until they are planned', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([])
    const later = await alertOf(repositories, GUILD, ALICE, 2_000)
    const earlier = await alertOf(repositories, GUILD, BOB, 1_000)
    await alertOf(repositories, OTHER_GUILD, CAROL)
    expect(await outbox.unplanned(GUILD)).toEqual([
      { ...earlier, id: expect.any(Number), mark: null },
      { ...later, id: expect.any(Number), mark: null },
    ])
    expect((await outbox.guildsToPlan(LIMITS)).toSorted()).toEqual([GUILD, OTHER_GUILD])
    const delivery = await planFor(outbox, GUILD)
    expect(await outbox.unplanned(GUILD)).toEqual([])
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([OTHER_GUILD])
    expect((await outbox.alertsOf(delivery.id)).map(({ steamId }) => steamId)).toEqual([BOB, ALICE])
  }))

test('an observation is reported to each server once', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    const alert = await alertOf(repositories, GUILD, ALICE)
    await outbox.add({ ...alert, createdAt: 5_000 })
    await outbox.add({ ...alert, guildId: OTHER_GUILD })
    expect((await outbox.unplanned(GUILD)).map(({ createdAt }) => createdAt)).toEqual([1_000])
    expect(await outbox.countsOfAll()).toEqual({ waiting: 2, parked: 0 })
  }))

test('new alerts of a server wait until its messages are sent', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const { id } = await planFor(outbox, GUILD)
    await alertOf(repositories, GUILD, BOB)
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([])
    await outbox.complete(id)
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([GUILD])
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 1, parked: 0 })
  }))

test('new alerts do not wait for a few messages that have all been attempted for long', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    const guildsAt = (failingSince: number) => outbox.guildsToPlan({ ...LIMITS, failingSince })
    await alertOf(repositories, GUILD, ALICE)
    const first = await planFor(outbox, GUILD)
    await alertOf(repositories, GUILD, BOB)
    expect(await guildsAt(1_000)).toEqual([])
    await outbox.beginAttempt(first, 1_000)
    expect(await guildsAt(999)).toEqual([])
    expect(await guildsAt(1_000)).toEqual([GUILD])
    // Created before the clock was set back.
    expect(await guildsAt(-100_000)).toEqual([GUILD])
    const second = await planFor(outbox, GUILD, { createdAt: 2_000 })
    await outbox.beginAttempt(second, 2_000)
    await alertOf(repositories, GUILD, CAROL)
    expect(await guildsAt(1_999)).toEqual([])
    // There are two already.
    expect(await guildsAt(2_000)).toEqual([])
    expect([await outbox.deliveryCount(GUILD), await outbox.deliveryCount(OTHER_GUILD)]).toEqual([2, 0])
  }))

test('a digest of 1,000 alerts is planned and completed as a whole', () =>
  inDatabase(async (repositories) => {
    const { outbox } = repositories
    const steamIds = manySteamIds(1_000)
    await watch(repositories, GUILD, steamIds)
    for (const steamId of steamIds) await alertOf(repositories, GUILD, steamId)
    const { id, isDigest } = await planFor(outbox, GUILD, { isDigest: true })
    expect(isDigest).toBe(true)
    expect(await outbox.alertsOf(id)).toHaveLength(1_000)
    await outbox.complete(id)
    expect(await outbox.due(4_000_000_000, 10)).toEqual([])
    expect(await outbox.countsOfAll()).toEqual({ waiting: 0, parked: 0 })
  }))

test('a delivery takes no alerts that belong to another one or to another server', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const [first] = await outbox.unplanned(GUILD)
    const delivery = await planFor(outbox, GUILD)
    await alertOf(repositories, OTHER_GUILD, BOB)
    const [theirs] = await outbox.unplanned(OTHER_GUILD)
    await outbox.plan({ ...planned, guildId: GUILD, nonce: 'again' }, [first?.id ?? 0, theirs?.id ?? 0])
    expect((await outbox.due(4_000_000_000, 10)).map(({ id }) => id)).toEqual([delivery.id])
    expect(await outbox.alertsOf(delivery.id)).toHaveLength(1)
    expect(await outbox.unplanned(OTHER_GUILD)).toHaveLength(1)
  }))

test('deliveries are due at once, then at their next attempt, the longest waiting first', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const first = await planFor(outbox, GUILD, { createdAt: 1_000 })
    await alertOf(repositories, OTHER_GUILD, BOB)
    const second = await planFor(outbox, OTHER_GUILD, { createdAt: 1_001 })
    expect(first).toMatchObject({ guildId: GUILD, channelId: '5', ...waiting, nextAttemptAt: 1_000 })
    const dueAt = async (now: number, limit = 10) => (await outbox.due(now, limit)).map(({ id }) => id)
    expect(await dueAt(999)).toEqual([])
    expect(await dueAt(1_001)).toEqual([first.id, second.id])
    expect(await dueAt(1_001, 1)).toEqual([first.id])
    await outbox.beginAttempt(first, 1_001)
    await outbox.retryLater(first.id, 1_060, false)
    expect(await dueAt(1_059)).toEqual([second.id])
    expect(await dueAt(1_060)).toEqual([second.id, first.id])
  }))

test('a delivery from before the clock was set back is due', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const { id } = await planFor(outbox, GUILD, { createdAt: 100_000 })
    expect(await outbox.due(99_000, 10)).toEqual([])
    expect((await outbox.due(10_000, 10)).map((due) => due.id)).toEqual([id])
  }))

test('an attempt that certainly failed leaves no doubt', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const delivery = await planFor(outbox, GUILD)
    expect(await outbox.beginAttempt(delivery, 1_010)).toBe(true)
    await outbox.retryLater(delivery.id, 1_020, false)
    expect(await outbox.due(1_020, 10)).toEqual([
      { ...delivery, attempts: 1, nextAttemptAt: 1_020, uncertainSince: null },
    ])
  }))

test('an attempt of unknown outcome stays in doubt since the first one, whatever later ones report', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const delivery = await planFor(outbox, GUILD)
    await outbox.beginAttempt(delivery, 1_010)
    await outbox.retryLater(delivery.id, 1_020, true)
    await outbox.beginAttempt({ ...delivery, attempts: 1 }, 1_021)
    await outbox.retryLater(delivery.id, 1_030, true)
    await outbox.beginAttempt({ ...delivery, attempts: 2, channelId: '6' }, 1_031)
    await outbox.retryLater(delivery.id, 1_040, false)
    expect(await outbox.due(1_040, 10)).toEqual([
      { ...delivery, channelId: '6', attempts: 3, nextAttemptAt: 1_040, uncertainSince: 1_010 },
    ])
  }))

test('an attempt that was never reported is in doubt, also after the next one', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const delivery = await planFor(outbox, GUILD)
    await outbox.beginAttempt(delivery, 1_010)
    expect(await outbox.due(1_010, 10)).toEqual([{ ...delivery, attempts: 1, uncertainSince: 1_010 }])
    await outbox.beginAttempt({ ...delivery, attempts: 1 }, 1_200)
    await outbox.retryLater(delivery.id, 1_300, false)
    expect(await outbox.due(1_300, 10)).toMatchObject([{ attempts: 2, uncertainSince: 1_010 }])
  }))

test('of two attempts on the same state one may be made, and none after the delivery is gone', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const delivery = await planFor(outbox, GUILD)
    expect(await outbox.beginAttempt(delivery, 1_010)).toBe(true)
    expect(await outbox.beginAttempt(delivery, 1_011)).toBe(false)
    await outbox.complete(delivery.id)
    expect(await outbox.beginAttempt({ ...delivery, attempts: 1 }, 1_012)).toBe(false)
  }))

test('parking dissolves the deliveries of a server; unparking lets all its alerts be planned again', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    await planFor(outbox, GUILD)
    await alertOf(repositories, GUILD, BOB)
    await alertOf(repositories, OTHER_GUILD, CAROL)
    const theirs = await planFor(outbox, OTHER_GUILD)
    await outbox.park(GUILD)
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 0, parked: 2 })
    expect(await outbox.countsOfAll()).toEqual({ waiting: 1, parked: 2 })
    expect(await outbox.unplanned(GUILD)).toEqual([])
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([])
    expect((await outbox.due(4_000_000_000, 10)).map(({ id }) => id)).toEqual([theirs.id])
    expect(await outbox.unpark(GUILD)).toBe(2)
    expect(await outbox.unpark(GUILD)).toBe(0)
    expect(await outbox.guildsToPlan(LIMITS)).toEqual([GUILD])
    expect(await marksOf(outbox, GUILD)).toEqual([
      [ALICE, 'parked'],
      [BOB, 'parked'],
    ])
  }))

test('parked alerts say whether an attempt may have reached Discord', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    await outbox.beginAttempt(await planFor(outbox, GUILD), 1_010)
    await alertOf(repositories, GUILD, BOB)
    const certain = await planFor(outbox, GUILD)
    await outbox.beginAttempt(certain, 1_010)
    await outbox.retryLater(certain.id, 1_020, false)
    await alertOf(repositories, GUILD, CAROL)
    const reported = await planFor(outbox, GUILD)
    await outbox.beginAttempt(reported, 1_010)
    await outbox.retryLater(reported.id, 1_020, true)
    await outbox.park(GUILD)
    await outbox.unpark(GUILD)
    const marks = [
      [ALICE, 'uncertain'],
      [BOB, 'parked'],
      [CAROL, 'uncertain'],
    ]
    expect(await marksOf(outbox, GUILD)).toEqual(marks)
    // A doubt stays.
    await outbox.park(GUILD)
    await outbox.unpark(GUILD)
    expect(await marksOf(outbox, GUILD)).toEqual(marks)
  }))

test('one delivery is parked without the others', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    const first = await planFor(outbox, GUILD)
    await alertOf(repositories, GUILD, BOB)
    const second = await planFor(outbox, GUILD)
    await outbox.parkDelivery(first.id)
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 1, parked: 1 })
    expect((await outbox.due(4_000_000_000, 10)).map(({ id }) => id)).toEqual([second.id])
  }))

test('alerts older than a time are parked, with the other alerts of their messages', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE, 900)
    await alertOf(repositories, GUILD, BOB, 1_100)
    await planFor(outbox, GUILD, { isDigest: true, createdAt: 1_100 })
    await alertOf(repositories, GUILD, CAROL, 1_000)
    await alertOf(repositories, OTHER_GUILD, CAROL, 999)
    await outbox.parkOlderThan(1_000)
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 1, parked: 2 })
    expect(await marksOf(outbox, GUILD)).toEqual([[CAROL, null]])
    expect(await outbox.counts(OTHER_GUILD)).toEqual({ waiting: 0, parked: 1 })
    expect(await outbox.due(4_000_000_000, 10)).toEqual([])
  }))

test('alerts that were let go again are not parked for their age, but for that of their new message', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE, 900)
    await outbox.parkOlderThan(1_000)
    await outbox.unpark(GUILD)
    await outbox.parkOlderThan(2_000)
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 1, parked: 0 })
    await planFor(outbox, GUILD, { mark: 'parked', isDigest: true, createdAt: 2_000 })
    await outbox.parkOlderThan(2_000)
    expect(await outbox.due(4_000_000_000, 10)).toMatchObject([{ mark: 'parked', isDigest: true }])
    await outbox.parkOlderThan(2_001)
    expect(await outbox.counts(GUILD)).toEqual({ waiting: 0, parked: 1 })
  }))

test('forgetting an account deletes its alerts of one server, and messages without any other', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    const alert = await alertOf(repositories, GUILD, ALICE)
    await planFor(outbox, GUILD)
    await outbox.add({ ...alert, guildId: OTHER_GUILD })
    await alertOf(repositories, OTHER_GUILD, BOB)
    const theirs = await planFor(outbox, OTHER_GUILD)
    await outbox.forget(GUILD, ALICE)
    expect((await outbox.due(4_000_000_000, 10)).map(({ id }) => id)).toEqual([theirs.id])
    await outbox.forget(OTHER_GUILD, ALICE)
    expect((await outbox.alertsOf(theirs.id)).map(({ steamId }) => steamId)).toEqual([BOB])
  }))

test('after a restore, all alerts are marked, and those that are not parked can be planned anew', () =>
  withWatches(async (repositories) => {
    const { outbox } = repositories
    await alertOf(repositories, GUILD, ALICE)
    await planFor(outbox, GUILD)
    await alertOf(repositories, GUILD, BOB)
    await alertOf(repositories, OTHER_GUILD, CAROL)
    await outbox.park(OTHER_GUILD)
    await outbox.markRestored()
    expect(await outbox.due(4_000_000_000, 10)).toEqual([])
    expect(await marksOf(outbox, GUILD)).toEqual([
      [ALICE, 'restored'],
      [BOB, 'restored'],
    ])
    expect(await outbox.counts(OTHER_GUILD)).toEqual({ waiting: 0, parked: 1 })
    await outbox.unpark(OTHER_GUILD)
    expect(await marksOf(outbox, OTHER_GUILD)).toEqual([[CAROL, 'restored']])
  }))
