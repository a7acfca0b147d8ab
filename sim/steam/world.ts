import { openAccount, type SimAccount } from './account.ts'
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
}

/** Creates a world, determined by seed and size; accounts are generated on first use. */
export function createWorld(options: { seed?: number; accounts?: number } = {}): World {
  const { seed = 1, accounts = 5_000 } = options
  const ids = drawIds(seed, accounts)
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const made = new Map<string, SimAccount>()
  // Few enough for a linear search by custom name.
  const special = new Map(castAccounts(seed, ids).map((account) => [account.steamId, account]))

  const account = (steamId: string): SimAccount | undefined => {
    const known = special.get(steamId) ?? made.get(steamId)
    const index = indexes.get(steamId)
    if (known !== undefined || index === undefined) return known
    const fresh = bulkAccount(seed, ids, index)
    made.set(steamId, fresh)
    return fresh
  }

  const add: World['add'] = ({ steamId, ...rest }) => {
    const added = openAccount(steamId, rest)
    special.set(steamId, added)
    return added
  }

  return {
    ids,
    cast: CAST,
    account,
    add,

    vanity(name) {
      const wanted = name.toLowerCase()
      for (const { steamId, vanity } of special.values()) {
        if (vanity === wanted) return steamId
      }
      // The name of a bulk account ends with its index, so that no other account has to be generated.
      const found = account(ids[vanityIndex(wanted) ?? -1] ?? '')
      return found?.vanity === wanted ? found.steamId : undefined
    },

    change(steamId, patch) {
      const existing = account(steamId)
      if (existing === undefined) throw new RangeError(`no account ${steamId} in this world`)
      return add({ ...existing, ...patch })
    },
  }
}
