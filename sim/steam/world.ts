import { openAccount, type SimAccount } from './account.ts'
import { bulkAccount, drawIds, vanityIndex } from './bulk.ts'
import { CAST, castAccounts, type CastName } from './cast.ts'

/** What the platform knows, independent of how it is asked. */
export type World = {
  /** The bulk accounts; the cast is not among them. */
  ids: readonly string[]
  /** The ids of the accounts with a telling property. */
  cast: Readonly<Record<CastName, string>>
  account: (steamId: string) => SimAccount | undefined
  /** The account with a custom name, upper and lower case alike. */
  vanity: (name: string) => string | undefined
  /** Puts an account into the world: public, clean and empty where nothing else is said. */
  add: (account: Pick<SimAccount, 'steamId'> & Partial<SimAccount>) => SimAccount
  /** Alters an account of the world; throws when there is none. */
  change: (steamId: string, patch: Partial<Omit<SimAccount, 'steamId'>>) => SimAccount
}

/** Creates a world; one seed and size always give the same one, made account by account as they are asked for. */
export function createWorld(options: { seed?: number; accounts?: number } = {}): World {
  const { seed = 1, accounts = 5_000 } = options
  const ids = drawIds(seed, accounts)
  const places = new Map(ids.map((id, index) => [id, index]))
  const made = new Map<string, SimAccount>()
  // Few enough to search for a custom name one by one.
  const special = new Map(castAccounts(seed, ids).map((account) => [account.steamId, account]))

  const account = (steamId: string): SimAccount | undefined => {
    const known = special.get(steamId) ?? made.get(steamId)
    const place = places.get(steamId)
    if (known !== undefined || place === undefined) return known
    const fresh = bulkAccount(seed, ids, place)
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
      // The name of a bulk account ends with its place, so nobody else has to be made to find it.
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
