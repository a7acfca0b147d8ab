import type { Database, Repositories } from '../../src/app/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { createStoredPolicies } from '../../src/policy/stored-policies.ts'
import { WatchError, type WatchProblem } from '../../src/model/watch.ts'
import type { Steam } from '../../src/steam/steam.ts'
import type { WatchDatabase } from '../../src/watch/database/repositories.ts'
import { databaseForTest } from './database.ts'
import { alertCounts } from './outbox.ts'
import { createFakeClock } from './fake-clock.ts'
import { NOW } from './fake-context.ts'
import { fakeWatchContext } from './fake-watch-context.ts'
import { rejectionOf } from './rejection-of.ts'

export const ALICE: SteamId = '76561197960287930'
export const BOB: SteamId = '76561197960287931'
export const CAROL: SteamId = '76561197960287932'
/** Any number of further accounts. */
export const nth = (index: number): SteamId => String(76_561_197_960_300_000n + BigInt(index))

/** People of two Discord servers. */
export const MODERATOR = { guildId: '100000000000000001', locale: 'en-US', userId: '200000000000000001' }
export const OTHER_SERVER = { guildId: '100000000000000002', locale: 'de', userId: '200000000000000002' }

/** A context with a database of its own, and a time that the test sets; it starts at NOW. */
export async function openWatchTest(steam: Partial<Steam> = {}, rest: Partial<ServerContext> = {}) {
  const time = { now: NOW }
  const database = await databaseForTest()
  const clock = { ...createFakeClock(), unixSeconds: () => time.now }
  const policies = createStoredPolicies({
    database,
    policies: createPolicies(clock),
    clock,
    onError: (error) => {
      throw error
    },
  })
  return { context: fakeWatchContext(database, steam, { clock, policies, ...rest }), database, time }
}

/** The problem of the WatchError that a promise rejects with. */
export const problemOf = async (work: Promise<unknown>): Promise<WatchProblem> =>
  (await rejectionOf(WatchError, work)).problem

export const diskIsFull = () => new DatabaseError('full', 'The disk is full.')

/** Wraps a database: in its transactions the n-th call of a repository fails, or their end when there are fewer calls. */
export function failingAt(database: Database, n: number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (repositories) => {
        await work(withCalls(repositories, { calls: 0 }, n))
        throw diskIsFull()
      }),
  }
}

function withCalls(repositories: Repositories, counter: { calls: number }, n: number): Repositories {
  const failing = Object.entries(repositories).map(([name, repository]) => [
    name,
    new Proxy(repository as object, {
      get(target, method, receiver) {
        const call: unknown = Reflect.get(target, method, receiver)
        if (typeof call !== 'function') return call
        return (...args: unknown[]): unknown => {
          counter.calls++
          return counter.calls === n ? Promise.reject(diskIsFull()) : call.apply(target, args)
        }
      },
    }),
  ])
  return Object.fromEntries(failing) as Repositories
}

/** Everything that a server has stored, to compare before and after. */
export function storedOf(database: WatchDatabase, guildId: string) {
  return database.read(async ({ guilds, watches, audit, outbox }) => ({
    guild: await guilds.get(guildId),
    list: await watches.list(guildId),
    log: await audit.list(guildId, 1_000),
    alerts: await alertCounts({ outbox }, guildId),
  }))
}
