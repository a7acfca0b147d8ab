import type { Database } from '../../src/app/database.ts'
import type { Bans } from '../../src/model/account.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { NewestRecord } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { createChangeReader, createObserver } from '../../src/watch/observe.ts'
import { checkAccounts } from '../../src/watch/sweep.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { createCachedSteam } from '../../src/steam/cached-steam.ts'
import type { Steam } from '../../src/steam/steam.ts'
import type { Disk } from '../../src/store/disk.ts'
import { createStore } from '../../src/store/store.ts'
import { createFakeClock } from './fake-clock.ts'
import { CLEAN, fakeContext, friendListOf, hoursOf, summaryOf } from './fake-context.ts'

const LIFETIMES = {
  account: 60,
  rustHours: 60,
  friends: 60,
  vanity: 60,
  vanityMiss: 60,
  stats: 60,
  inventory: 60,
  refusal: 60,
  stale: 900,
}

/** What the processes of a test share: the time, Steam's accounts, and whether Steam and the database answer. */
export interface SharedWorld {
  now: number
  bans: Map<SteamId, Bans>
  isSteamUp: boolean
  isDatabaseUp: boolean
  friends: SteamId[]
  /** Lets every call for a profile wait, until `open`. */
  hold(): void
  open(): void
  /** Resolves when profiles are returned. */
  isOpen: Promise<void>
}

/** A world in which Steam and the database answer. */
export function createWorld(now: number, friends: SteamId[]): SharedWorld {
  const world: SharedWorld = {
    now,
    bans: new Map(),
    isSteamUp: true,
    isDatabaseUp: true,
    friends,
    hold() {
      world.isOpen = new Promise((resolve) => {
        world.open = resolve
      })
    },
    open() {},
    isOpen: Promise.resolve(),
  }
  return world
}

/** A Steam whose accounts are those of the world; each is clean until the test changes it. */
function steamOf(world: SharedWorld): Steam {
  const answer = async <T>(value: T) => {
    if (!world.isSteamUp) throw new RapsheetError('platform_unavailable', 'Steam is down.')
    return { value, fetchedAt: world.now, expiresAt: world.now }
  }
  const bansOf = (steamId: SteamId) => world.bans.get(steamId) ?? CLEAN
  return {
    ...fakeContext().steam,
    async getSummary(steamId) {
      await world.isOpen
      return answer(summaryOf(steamId))
    },
    getBans: (steamId) => answer(bansOf(steamId)),
    confirmBans: (steamId) => answer(bansOf(steamId)),
    getFriends: () => answer(friendListOf(world.friends)),
    getRustHours: () => answer(hoursOf(1)),
    async getBanRecords(steamIds) {
      await answer(null)
      return new Map(
        steamIds.map((steamId) => {
          const { VACBanned: _, ...record } = bansOf(steamId)
          return [steamId, record]
        }),
      )
    },
  }
}

/** One process of the service on a cache and a database, which knows what is watched; its timers never fire by themselves. */
export async function startProcess(
  world: SharedWorld,
  options: { database: Database; disk: Disk; watched: SteamId[] },
) {
  const refuseWhenDown = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
    const refusal = () => Promise.reject(new DatabaseError('unavailable', 'The database is away.'))
    return (...args: A): Promise<T> => (world.isDatabaseUp ? run(...args) : refusal())
  }
  const database: Database = {
    ...options.database,
    transaction: (work) => refuseWhenDown(() => options.database.transaction(work))(),
    read: (work) => refuseWhenDown(() => options.database.read(work))(),
  }
  const clock = { ...createFakeClock(), unixSeconds: () => world.now }
  const store = createStore({ disk: options.disk, memoryBytes: 1_000_000, clock, staleSeconds: 900, onError() {} })
  const cached = createCachedSteam(steamOf(world), store, { lifetimes: LIFETIMES, clock, onMemoryMiss() {} })
  const { steam, newestBans, rememberedAnswers, staleAnswers } = cached
  const watched = createWatchedIds()
  watched.add(options.watched)
  const onNews = (found: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of found) newestBans.learn(steamId, { record, fetchedAt: seenAt })
  }
  const observer = createObserver({ database, watched, onNews, onChanges() {}, onError() {} })
  const follow = createChangeReader({ database, onNews })
  await follow()
  const context = fakeContext(
    steam,
    {},
    {
      clock,
      rememberedAnswers,
      staleAnswers,
      newestBans,
      onRecord: observer.onRecord,
    },
  )
  const followNow = async () => {
    await follow().catch(() => {})
    observer.retry()
    await observer.settled()
  }
  return {
    context,
    flush: store.flush,
    settled: observer.settled,
    /** Reads what the database has; fails silently while it is away. */
    follow: followNow,
    async sweep(steamIds: SteamId[]) {
      const { id } = await database.transaction(({ sweeps }) => sweeps.start(world.now, 900))
      return checkAccounts({ steam, database, clock, onNews }, { sweepId: id, steamIds }, new AbortController().signal)
    },
  }
}
