import { type SimAccount, type SimBans } from './account.ts'
import { createRandom } from './random.ts'

/** The kinds of bans; only VAC and game bans have a date. */
export const BAN_KINDS = ['vac', 'game', 'community', 'trade'] as const
export type BanKind = (typeof BAN_KINDS)[number]

export const HOUR = 3_600
export const DAY = 24 * HOUR

/** The reason why the bans of an account cannot be changed, as a sentence for the user. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused'
}

/** The time of a world in Unix seconds. It changes only by `advance`, so that the same requests have the same answers. */
export type WorldClock = { now: () => number; advance: (seconds: number) => void }

/** Creates a clock that shows the start of the world. */
export function createWorldClock(startsAt: number): WorldClock {
  let now = startsAt
  return {
    now: () => now,
    advance(seconds) {
      if (!(seconds >= 0)) throw new RangeError(`the world's time cannot move by ${seconds} s`)
      now += seconds
    },
  }
}

/**
 * Creates the function that counts the days since a date. It is unknown when the real Steam increments the count, so the seed
 * chooses for each account: every 24 hours after the ban, or daily at one fixed hour, which is the same for the whole world.
 */
export function createDayCounter(seed: number): (steamId: string, since: number, now: number) => number {
  const sharedHour = createRandom(seed, 'hour of a new day').integer(0, 23) * HOUR
  return (steamId, since, now) => {
    const tick = createRandom(seed, 'new day', steamId).chance(0.5) ? since : sharedHour
    return Math.floor((now - tick) / DAY) - Math.floor((since - tick) / DAY)
  }
}

/** The date of the last VAC or game ban; undefined without any. */
export function lastBanOf({ vac, game = [] }: SimBans): number | undefined {
  const dates = [...vac, ...game]
  return dates.length === 0 ? undefined : Math.max(...dates)
}

/** The ban record of an account; throws `ChangeRefused` if Steam has none. */
export function changeableBans({ steamId, bans }: SimAccount): SimBans {
  if (bans === null) throw new ChangeRefused(`Steam has no ban record of ${steamId}, so its bans cannot change.`)
  if (bans === 'nullEntry') {
    throw new ChangeRefused(`Steam answers null as the ban record of ${steamId}, so its bans cannot change.`)
  }
  return bans
}

/** The account's bans with a new one; throws `ChangeRefused` if it cannot have another of this kind. */
export function withBan(account: SimAccount, kind: BanKind, at: number): SimBans {
  const bans = changeableBans(account)
  const { vac, game = [], community, economy } = bans
  switch (kind) {
    case 'vac':
      return { ...bans, vac: [...vac, at] }
    case 'game':
      // A record in the old format gets its number of game bans with the first one.
      return { ...bans, game: [...game, at] }
    case 'community':
      if (community) throw new ChangeRefused(`${account.steamId} has a community ban already.`)
      return { ...bans, community: true }
    case 'trade':
      if (economy === 'banned') throw new ChangeRefused(`${account.steamId} has a trade ban already.`)
      return { ...bans, economy: 'banned' }
  }
}

/** The account's bans without the newest of this kind, or without its trade probation; throws `ChangeRefused` if it has none. */
export function withoutBan(account: SimAccount, kind: BanKind): SimBans {
  const bans = changeableBans(account)
  const { vac, game = [], community, economy } = bans
  const counts = { vac: vac.length, game: game.length, community: Number(community), trade: economy === 'none' ? 0 : 1 }
  if (counts[kind] === 0) {
    throw new ChangeRefused(`${account.steamId} has no ${kind === 'vac' ? 'VAC' : kind} ban to lift.`)
  }
  switch (kind) {
    case 'vac':
      return { ...bans, vac: vac.slice(0, -1) }
    case 'game':
      return { ...bans, game: game.slice(0, -1) }
    case 'community':
      return { ...bans, community: false }
    case 'trade':
      return { ...bans, economy: 'none' }
  }
}
