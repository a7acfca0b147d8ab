import { describe, expect, test } from 'vitest'
import type { Repositories } from '../../../src/app/database.ts'
import {
  ALICE,
  BOB,
  CAROL,
  GUILD,
  inDatabase,
  manySteamIds,
  observationOf,
  OTHER_GUILD,
  watch,
} from '../../support/community.ts'

test('a sweep begins with all watched accounts to do', () =>
  inDatabase(async (repositories) => {
    const { sweeps, watches } = repositories
    expect(await sweeps.latest()).toBeUndefined()
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    await watch(repositories, OTHER_GUILD, [BOB])
    await watches.remove(GUILD, CAROL, undefined)
    const sweep = await sweeps.start(1_000, 3_600)
    const started = { startedAt: 1_000, finishedAt: null, intervalSeconds: 3_600, calls: 0, total: 2, done: 0 }
    expect(sweep).toMatchObject(started)
    expect(await sweeps.latest()).toEqual(sweep)
    expect(await sweeps.next(sweep.id, 100)).toEqual([ALICE, BOB])
  }))

test('every account has one turn in a sweep, and one in the next', () =>
  inDatabase(async (repositories) => {
    const { sweeps } = repositories
    const steamIds = manySteamIds(250)
    await watch(repositories, GUILD, steamIds)
    for (let round = 0; round < 2; round++) {
      const { id } = await sweeps.start(1_000 + round, 3_600)
      const seen: string[] = []
      for (let turn = await sweeps.next(id, 100); turn.length > 0; turn = await sweeps.next(id, 100)) {
        expect(turn.length).toBeLessThanOrEqual(100)
        seen.push(...turn)
        await sweeps.recordDone(id, { steamIds: turn, checkedAt: 1_000, calls: 0 })
      }
      expect(seen).toHaveLength(250)
      expect(seen.toSorted()).toEqual(steamIds)
      expect(await sweeps.latest()).toMatchObject({ total: 250, done: 250 })
      await sweeps.finish(id, 2_000)
    }
  }))

test('accounts with failed turns come last, and wait for the next sweep after too many', () =>
  inDatabase(async (repositories) => {
    const { sweeps } = repositories
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    const { id } = await sweeps.start(1_000, 3_600)
    await sweeps.recordFailed(id, [ALICE, BOB], 3)
    expect(await sweeps.next(id, 100)).toEqual([CAROL, ALICE, BOB])
    expect(await sweeps.next(id, 2)).toEqual([CAROL, ALICE])
    await sweeps.recordFailed(id, [ALICE], 3)
    expect(await sweeps.next(id, 100)).toEqual([CAROL, BOB, ALICE])
    expect(await sweeps.latest()).toMatchObject({ done: 0 })
    await sweeps.recordFailed(id, [ALICE], 3)
    expect(await sweeps.next(id, 100)).toEqual([CAROL, BOB])
    expect(await sweeps.latest()).toMatchObject({ done: 1 })
    await sweeps.recordDone(id, { steamIds: [CAROL, BOB], checkedAt: 1_000, calls: 0 })
    expect(await sweeps.next(id, 100)).toEqual([])
    await sweeps.finish(id, 2_000)

    // In the next sweep, its failures are counted anew, once it had a valid record.
    await repositories.accounts.recordChecked([ALICE], 2_000)
    const next = await sweeps.start(3_000, 3_600)
    expect((await sweeps.next(next.id, 100)).toSorted()).toEqual([ALICE, BOB, CAROL].toSorted())
    await sweeps.recordFailed(next.id, [ALICE], 3)
    expect(await sweeps.next(next.id, 100)).toContain(ALICE)
  }))

test('an account that comes back during a sweep has another turn in it', () =>
  inDatabase(async (repositories) => {
    const { sweeps, watches } = repositories
    await watch(repositories, GUILD, [ALICE])
    const { id } = await sweeps.start(1_000, 3_600)
    await sweeps.recordFailed(id, [ALICE], 1)
    expect(await sweeps.next(id, 100)).toEqual([])
    await watches.remove(GUILD, ALICE, undefined)
    await watch(repositories, GUILD, [ALICE])
    expect(await sweeps.next(id, 100)).toEqual([ALICE])
    expect(await sweeps.unchecked(100, 1)).toEqual([ALICE])
    expect(await sweeps.latest()).toMatchObject({ total: 2, done: 1 })
  }))

test('an account that is added during a sweep joins it, once', () =>
  inDatabase(async (repositories) => {
    const { sweeps } = repositories
    await watch(repositories, GUILD, [ALICE])
    const { id } = await sweeps.start(1_000, 3_600)
    await sweeps.recordDone(id, { steamIds: [ALICE], checkedAt: 1_000, calls: 0 })
    await watch(repositories, GUILD, [BOB])
    await watch(repositories, OTHER_GUILD, [ALICE, BOB])
    expect(await sweeps.latest()).toMatchObject({ total: 2, done: 1 })
    expect(await sweeps.next(id, 100)).toEqual([BOB])
  }))

test('new accounts without a valid record are found until their checks have failed too often', () =>
  inDatabase(async (repositories) => {
    const { sweeps, accounts, watches } = repositories
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    const { id } = await sweeps.start(1_000, 3_600)
    await accounts.addObservation(observationOf(ALICE, 1_001))
    expect(await sweeps.unchecked(100, 2)).toEqual([BOB, CAROL])
    expect(await sweeps.unchecked(1, 2)).toEqual([BOB])
    await sweeps.recordFailed(id, [BOB], 2)
    expect(await sweeps.unchecked(100, 2)).toEqual([CAROL, BOB])
    await sweeps.recordFailed(id, [BOB], 2)
    expect(await sweeps.unchecked(100, 2)).toEqual([CAROL])
    await watches.remove(GUILD, CAROL, undefined)
    expect(await sweeps.unchecked(100, 2)).toEqual([])
    // In later sweeps BOB has an ordinary turn, which ends with the first failure.
    const next = await sweeps.start(5_000, 3_600)
    expect(await sweeps.unchecked(100, 2)).toEqual([])
    expect(await sweeps.next(next.id, 100)).toEqual([ALICE, BOB])
    await sweeps.recordFailed(next.id, [BOB], 2)
    expect(await sweeps.next(next.id, 100)).toEqual([ALICE])
  }))

test('reports how many are watched, how many are overdue, and the oldest check', () =>
  inDatabase(async (repositories) => {
    const { sweeps, accounts, watches } = repositories
    expect(await sweeps.progress(1_000, 3)).toEqual({ watched: 0, overdue: 0, unanswered: 0, oldestCheckedAt: null })
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    expect(await sweeps.progress(1_000, 3)).toEqual({ watched: 3, overdue: 3, unanswered: 0, oldestCheckedAt: null })
    await accounts.recordChecked([ALICE], 999)
    await accounts.recordChecked([BOB], 1_000)
    expect(await sweeps.progress(1_000, 3)).toEqual({ watched: 3, overdue: 2, unanswered: 0, oldestCheckedAt: 999 })
    await watches.remove(GUILD, ALICE, undefined)
    expect(await sweeps.progress(1_000, 3)).toEqual({ watched: 2, overdue: 1, unanswered: 0, oldestCheckedAt: 1_000 })
    // Steam never had a record of this one, so that it will not be checked.
    const { id } = await sweeps.start(1, 1)
    for (let turn = 0; turn < 3; turn++) await sweeps.recordFailed(id, [BOB, CAROL], 3)
    expect(await sweeps.progress(1_000, 3)).toEqual({ watched: 2, overdue: 0, unanswered: 0, oldestCheckedAt: 1_000 })
    expect(await sweeps.progress(1_001, 3)).toEqual({ watched: 2, overdue: 1, unanswered: 0, oldestCheckedAt: 1_000 })
  }))

describe('an account of which Steam no longer sends a record', () => {
  const HOUR = 3_600
  /** ALICE and BOB are checked in a sweep from 0 to 1 h; in later ones each turn of ALICE fails. */
  const openDropped = async (repositories: Repositories) => {
    const { sweeps, accounts } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    const first = await sweeps.start(0, HOUR)
    for (const steamId of [ALICE, BOB]) await accounts.addObservation(observationOf(steamId, 100))
    await sweeps.recordDone(first.id, { steamIds: [ALICE, BOB], checkedAt: 100, calls: 1 })
    await sweeps.finish(first.id, HOUR)
    /** The overdue and the unanswered accounts, after two hours without a check. */
    const progressAt = async (now: number) => {
      const { overdue, unanswered } = await sweeps.progress(now - 2 * HOUR, 3)
      return { overdue, unanswered }
    }
    /** Begins a sweep at the hour; BOB is checked at once. */
    const startAt = async (hour: number) => {
      const { id } = await sweeps.start(hour * HOUR, HOUR)
      await sweeps.recordDone(id, { steamIds: [BOB], checkedAt: hour * HOUR, calls: 1 })
      return id
    }
    const failAlice = async (id: number) => {
      for (let turn = 0; turn < 3; turn++) await sweeps.recordFailed(id, [ALICE], 3)
    }
    return { sweeps, progressAt, startAt, failAlice }
  }

  test('is unanswered, and not overdue, while it has its turns', () =>
    inDatabase(async (repositories) => {
      const { sweeps, progressAt, startAt, failAlice } = await openDropped(repositories)
      for (let hour = 1; hour < 10; hour++) {
        const id = await startAt(hour)
        const unanswered = hour > 2 ? 1 : 0
        expect(await progressAt(hour * HOUR + 1)).toEqual({ overdue: 0, unanswered })
        await failAlice(id)
        await sweeps.finish(id, (hour + 1) * HOUR)
        // Just before the next turn.
        expect(await progressAt((hour + 1) * HOUR - 1)).toEqual({ overdue: 0, unanswered: hour > 1 ? 1 : 0 })
      }
    }))

  test('is overdue once its turns end, like the others', () =>
    inDatabase(async (repositories) => {
      const { sweeps, progressAt, startAt, failAlice } = await openDropped(repositories)
      const id = await startAt(1)
      await failAlice(id)
      await sweeps.finish(id, 2 * HOUR)
      expect(await progressAt(4 * HOUR)).toEqual({ overdue: 1, unanswered: 1 })
      expect(await progressAt(4 * HOUR + 1)).toEqual({ overdue: 2, unanswered: 0 })
    }))
})
