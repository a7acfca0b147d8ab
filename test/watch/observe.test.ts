import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import type { Bans } from '../../src/model/account.ts'
import type { BanChange, NewestRecord } from '../../src/model/ban-record.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { lookup } from '../../src/accounts/lookup.ts'
import { createObserver, openObserver } from '../../src/watch/observe.ts'
import { advanceWith, trackWork } from '../support/advance.ts'
import { databaseForTest } from '../support/database.ts'
import { deferred } from '../support/deferred.ts'
import { anyCall } from '../support/callers.ts'
import { CLEAN, CLEAN_RECORD, fakeContext } from '../support/fake-context.ts'
import { accountsFrom, openSweeps, START } from '../support/sweeps.ts'

const [alice = '', bob = ''] = accountsFrom(2)
const BANNED: Bans = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }
const SWEEP = 60

/** Records in the cache, as lookups find them. */
const fetched = <T>(value: T, fetchedAt: number) => ({ value, fetchedAt, expiresAt: fetchedAt + 60 })

/** Accounts on the list of a server that were swept once, and an observer of lookups. */
async function observeLookups({ steamIds = [alice], wrap = (database: Database) => database } = {}) {
  const sweeps = await openSweeps()
  await sweeps.watch('1', steamIds)
  await sweeps.run(SWEEP)
  const changes: BanChange[] = []
  const errors: unknown[] = []
  const news: NewestRecord[] = []
  let transactions = 0
  const counted = wrap({
    ...sweeps.database,
    transaction: (work) => (transactions++, sweeps.database.transaction(work)),
  })
  const observer = createObserver({
    database: counted,
    watched: sweeps.context.watched,
    onNews: (found) => news.push(...found),
    onChanges: (found) => changes.push(...found),
    onError: (error) => errors.push(error),
  })
  const stateOf = async (steamId: string) => (await sweeps.database.read(({ accounts }) => accounts.get([steamId])))[0]
  return { ...sweeps, observer, changes, errors, news, stateOf, transactions: () => transactions }
}

test('a ban that a lookup finds alerts at once, and not again with the next sweep', async () => {
  const { observer, clock, changes, alertsOf, steam, run } = await observeLookups()
  observer.onRecord(alice, fetched(BANNED, clock.unixSeconds()))
  await observer.settled()
  expect(await alertsOf('1')).toEqual([[alice, ['vac 0 → 1']]])
  expect(changes).toMatchObject([{ kind: 'vac', to: 1 }])
  steam.change(alice, { NumberOfVACBans: 1 })
  await run(2 * SWEEP)
  expect(await alertsOf('1')).toHaveLength(1)
})

test('the same answer from the cache is compared once', async () => {
  const { observer, clock, transactions } = await observeLookups()
  const answer = fetched(CLEAN, clock.unixSeconds())
  for (let count = 0; count < 5; count++) {
    observer.onRecord(alice, answer)
    await observer.settled()
  }
  expect(transactions()).toBe(1)
})

test('a lookup is no baseline: what it shows can be older than the entry', async () => {
  const { observer, watch, alertsOf, stateOf, context, database } = await observeLookups()
  await watch('1', [bob])
  await context.watched.load(database)
  observer.onRecord(bob, fetched(BANNED, START + SWEEP))
  await observer.settled()
  expect([await alertsOf('1'), (await stateOf(bob))?.current]).toEqual([[], null])
})

test('0 game bans, which can stand for a missing count, contradict no game ban', async () => {
  const { observer, clock, steam, run, alertsOf, stateOf } = await observeLookups()
  steam.change(alice, { NumberOfGameBans: 2, DaysSinceLastBan: 4 })
  await run(SWEEP)
  observer.onRecord(alice, fetched(CLEAN, clock.unixSeconds()))
  await observer.settled()
  expect((await stateOf(alice))?.current?.record.NumberOfGameBans).toBe(2)
  expect((await stateOf(alice))?.dips).toEqual([])
  await run(SWEEP)
  expect(await alertsOf('1')).toEqual([[alice, ['game 0 → 2']]])
})

describe('a lookup', () => {
  test('does not wait for the database, nor fail with it; the sweep finds the change', async () => {
    const failing = (database: Database): Database => ({
      ...database,
      transaction: () => Promise.reject(new DatabaseError('full', 'no room')),
    })
    const { observer, clock, errors, steam, run, alertsOf } = await observeLookups({ wrap: failing })
    const bans = fetched(BANNED, clock.unixSeconds())
    const context = fakeContext({ getBans: async () => bans }, {}, { onRecord: observer.onRecord })
    expect((await lookup(context, alice, anyCall())).bans).toEqual(BANNED)
    await observer.settled()
    expect(errors).toEqual([new DatabaseError('full', 'no room')])
    steam.change(alice, { NumberOfVACBans: 1 })
    await run(SWEEP)
    expect(await alertsOf('1')).toEqual([[alice, ['vac 0 → 1']]])
  })

  test('is not slowed down by a database that hangs; what waits for it is bounded', async () => {
    const hanging = (database: Database): Database => ({ ...database, transaction: () => new Promise(() => {}) })
    const { observer, context } = await observeLookups({ wrap: hanging })
    const many = accountsFrom(3_000)
    context.watched.add(many)
    for (const steamId of many) observer.onRecord(steamId, fetched(BANNED, START))
    expect(observer.waiting()).toBe(1_000)
  })
})

test('a newer record that comes while an older one is stored is stored too', async () => {
  const isStored = deferred<void>()
  const slow = (database: Database): Database => ({
    ...database,
    transaction: (work) => isStored.promise.then(() => database.transaction(work)),
  })
  const { observer, clock, alertsOf } = await observeLookups({ wrap: slow })
  observer.onRecord(alice, fetched(CLEAN, clock.unixSeconds()))
  observer.onRecord(alice, fetched(BANNED, clock.unixSeconds() + 1))
  isStored.resolve()
  await observer.settled()
  expect(await alertsOf('1')).toEqual([[alice, ['vac 0 → 1']]])
})

test('a process learns at its start of all changed records, and then of those that others store, and of new accounts', async () => {
  const database = trackWork(await databaseForTest())
  const { clock, watch } = await openSweeps({ database })
  const advance = (ms: number) => advanceWith(clock, [database], ms)
  const learned: string[] = []
  const errors: unknown[] = []
  const many = accountsFrom(1_001)
  const put = (steamIds: string[]) =>
    database.transaction(async ({ accounts, recordChanges }) => {
      await accounts.ensure(steamIds)
      await recordChanges.put(steamIds.map((steamId) => ({ steamId, record: CLEAN_RECORD, seenAt: START })))
    })
  await put(many)
  const { watched, close } = await openObserver({
    steam: { context: { newestBans: { learn: (steamId) => void learned.push(steamId) } }, observe() {} },
    database,
    clock,
    onChanges() {},
    reportError: (...error) => void errors.push(error),
  })
  expect(learned).toEqual(many)
  const [, , known = '', added = ''] = accountsFrom(1_005).slice(1_000)
  await put([known])
  await watch('1', [added])
  await advance(2_000)
  expect([learned.slice(1_001), watched.has(known), watched.has(added)]).toEqual([[known], true, false])
  await advance(60_000)
  expect([watched.has(known), watched.has(added), errors]).toEqual([false, true, []])
  await close()
})
