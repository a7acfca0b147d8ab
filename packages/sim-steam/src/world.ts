import { openAccount, WORLD_TIME, type SimAccount, type SimBans } from './account.ts'
import {
  ChangeRefused,
  createDayCounter,
  createWorldClock,
  lastBanOf,
  withBan,
  withoutBan,
  type BanKind,
  type WorldClock,
} from './bans.ts'
import { bulkAccount, drawIds, vanityIndex } from './bulk.ts'
import { CAST, castAccounts, type CastName } from './cast.ts'

/** The accounts of the simulated Steam. */
export type World = {
  /** The bulk accounts, without the cast. */
  ids: readonly string[]
  /** The ids of the accounts with one special property each. */
  cast: Readonly<Record<CastName, string>>
  account: (steamId: string) => SimAccount | undefined
  /** Finds an account by its custom name, ignoring case. */
  vanity: (name: string) => string | undefined
  /** Adds an account: public, clean and empty by default. */
  add: (account: Pick<SimAccount, 'steamId'> & Partial<SimAccount>) => SimAccount
  /** Changes an account; throws if it does not exist. */
  change: (steamId: string, patch: Partial<Omit<SimAccount, 'steamId'>>) => SimAccount
  clock: WorldClock
  /** Converts a recent time of an account to the time of this world. */
  shownTime: (at: number) => number
  /** Bans an account now; throws `ChangeRefused` with a message for the user. */
  ban: (steamId: string, kind: BanKind) => SimAccount
  /** Lifts the newest ban of a kind; throws `ChangeRefused` with a message for the user. */
  lift: (steamId: string, kind: BanKind) => SimAccount
  /** The days since the last VAC or game ban of an account with this ban record, as Steam counts them now; 0 without any. */
  daysSinceLastBan: (steamId: string, bans: SimBans) => number
}

/**
 * Creates a world, determined by seed and size; accounts are generated on first use. Their times are those of a world that starts
 * at `WORLD_TIME`; one that starts at another time shows recent ones moved by the difference, so that nothing else depends on it.
 */
export function createWorld(options: { seed?: number; accounts?: number; startsAt?: number } = {}): World {
  const { seed = 1, accounts = 5_000, startsAt = WORLD_TIME } = options
  const ids = drawIds(seed, accounts)
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const made = new Map<string, SimAccount>()
  /** The cast, and the accounts that were added or changed. */
  const special = new Map<string, SimAccount>()
  /** The ids of the special accounts by custom name. */
  const names = new Map<string, string>()
  const clock = createWorldClock(startsAt)
  const movedBy = startsAt - WORLD_TIME
  /** Now, in the time of the accounts. */
  const now = () => clock.now() - movedBy
  const countDays = createDayCounter(seed)

  const account = (steamId: string): SimAccount | undefined => {
    const known = special.get(steamId) ?? made.get(steamId)
    const index = indexes.get(steamId)
    if (known !== undefined || index === undefined) return known
    const fresh = bulkAccount(seed, ids, index)
    made.set(steamId, fresh)
    return fresh
  }

  const put = (changed: SimAccount): SimAccount => {
    const { steamId, vanity } = changed
    const former = special.get(steamId)?.vanity ?? ''
    if (names.get(former) === steamId) names.delete(former)
    if (vanity !== null) names.set(vanity, steamId)
    special.set(steamId, changed)
    return changed
  }
  for (const one of castAccounts(seed, ids)) put(one)

  const change: World['change'] = (steamId, patch) => {
    const existing = account(steamId)
    if (existing === undefined) throw new RangeError(`no account ${steamId} in this world`)
    return put(patched(existing, patch))
  }
  const changeBans = (steamId: string, changed: (existing: SimAccount) => SimBans): SimAccount => {
    const existing = account(steamId)
    if (existing === undefined) throw new ChangeRefused(`The simulated Steam has no account ${steamId}.`)
    return change(steamId, { bans: changed(existing) })
  }

  return {
    ids,
    cast: CAST,
    account,
    add: ({ steamId, ...rest }) => put(openAccount(steamId, rest)),
    change,
    clock,
    // 0 is no time.
    shownTime: (at) => (at === 0 ? 0 : at + movedBy),
    ban: (steamId, kind) => changeBans(steamId, (existing) => withBan(existing, kind, now())),
    lift: (steamId, kind) => changeBans(steamId, (existing) => withoutBan(existing, kind)),

    daysSinceLastBan(steamId, bans) {
      const last = lastBanOf(bans)
      return last === undefined ? 0 : countDays(steamId, last, now())
    },

    vanity(name) {
      const wanted = name.toLowerCase()
      const named = names.get(wanted)
      if (named !== undefined) return named
      // The name of a bulk account ends with its index, so that no other account has to be generated.
      const found = account(ids[vanityIndex(wanted) ?? -1] ?? '')
      return found?.vanity === wanted ? found.steamId : undefined
    },
  }
}

/** The account with these changes; parts that are generated when they are read stay so. */
function patched(existing: SimAccount, patch: Partial<SimAccount>): SimAccount {
  const parts = { ...Object.getOwnPropertyDescriptors(existing), ...Object.getOwnPropertyDescriptors(patch) }
  return Object.defineProperties({} as SimAccount, parts)
}
