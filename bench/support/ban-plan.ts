import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { SimBans } from '../../packages/sim-steam/src/account.ts'
import type { BanKind } from '../../packages/sim-steam/src/bans.ts'
import type { Lists } from './watch-lists.ts'

/** Changes of one account that happen together, each by `+` or `-` and its kind. */
export interface PlannedChange {
  steamId: string
  changes: { verb: 'ban' | 'lift'; kind: BanKind }[]
  /** Lifts that follow once the bans were told. */
  later: { verb: 'lift'; kind: BanKind }[]
}

/** Number of accounts with each kind of change; there are more changes, because `two` and `banAndLift` are two changes each. */
export interface PlanSize {
  bans: number
  /** A VAC and a game ban at once. */
  two: number
  lifts: number
  banAndLift: number
}

/** Draws changes, each of another account, in random order. */
export function planChanges(
  random: Random,
  accounts: ReadonlyMap<string, SimBans>,
  { bans, two, lifts, banAndLift }: PlanSize,
): PlannedChange[] {
  const left = shuffle(random, [...accounts])
  const take = (isFit: (bans: SimBans) => boolean) => {
    const [found] = left.splice(
      left.findIndex(([, each]) => isFit(each)),
      1,
    )
    if (!found) throw new Error('too few accounts for these changes')
    return found
  }
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  const drawBan = () => {
    const kind = random.pick(['vac', 'game', 'community', 'trade'] as const)
    const [steamId] = take((each) => !each.community && each.economy === 'none')
    return { steamId, changes: [{ verb: 'ban', kind } as const], later: [] }
  }
  return shuffle(random, [
    ...many(bans, drawBan),
    ...many(banAndLift, () => {
      const plan = drawBan()
      return { ...plan, later: plan.changes.map(({ kind }) => ({ verb: 'lift', kind }) as const) }
    }),
    ...many(two, (): PlannedChange => {
      const [steamId] = take(() => true)
      return { steamId, changes: (['vac', 'game'] as const).map((kind) => ({ verb: 'ban', kind })), later: [] }
    }),
    ...many(lifts, (): PlannedChange => {
      const [steamId, each] = take((each) => liftableKinds(each).length > 0)
      return { steamId, changes: [{ verb: 'lift', kind: random.pick(liftableKinds(each)) }], later: [] }
    }),
  ])
}

/** The notation of `createTold`: `+vac`, `-trade`. */
export const toWhat = ({ verb, kind }: { verb: 'ban' | 'lift'; kind: BanKind }) =>
  `${verb === 'ban' ? '+' : '-'}${kind}`

/** The servers with an account on their list. */
export function watchersOf(lists: Lists): ReadonlyMap<string, readonly string[]> {
  const watchers = new Map<string, string[]>()
  for (const [guildId, steamIds] of lists) {
    for (const steamId of steamIds) watchers.set(steamId, [...(watchers.get(steamId) ?? []), guildId])
  }
  return watchers
}

function liftableKinds({ vac, game = [], community, economy }: SimBans): BanKind[] {
  const isBanned = { vac: vac.length > 0, game: game.length > 0, community, trade: economy === 'banned' }
  return (['vac', 'game', 'community', 'trade'] as const).filter((kind) => isBanned[kind])
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
