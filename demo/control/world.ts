import type { SimBans } from '../../packages/sim-steam/src/account.ts'
import { changeableBans, type BanKind } from '../../packages/sim-steam/src/bans.ts'
import type { Dial, DialSetting } from '../../packages/sim-steam/src/dial.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { findAccount } from './find-account.ts'

/** A change of the simulated Steam; `account` is an ID, a custom name or a profile link. */
export type WorldChange =
  | { verb: 'ban' | 'lift'; account: string; ban: BanKind }
  /** Moves the time forward. */
  | { verb: 'time'; seconds: number }
  /** Sets how Steam answers all calls. */
  | { verb: 'steam'; state: SteamState }

export const STEAM_STATES = ['up', 'down', 'slow', 'blocking', 'hangs'] as const
export type SteamState = (typeof STEAM_STATES)[number]

/** What changes act on. */
export interface Surroundings {
  world: World
  dial: Pick<Dial, 'set'>
  /** How long the bot caches a ban record. */
  cacheSeconds: number
  /** The interval of the bot's checks of watched accounts. */
  sweepSeconds: number
}

/** The simulated Steam as users see and change it. */
export interface WorldControl {
  /** Changes it, and returns a notice; throws an error with a message for the user. */
  change: (change: WorldChange) => string
  steamState: () => SteamState
  /** The simulated Steam's time in Unix seconds. */
  now: () => number
}

const STATES: Record<SteamState, { faults: NonNullable<DialSetting['faults']>; notice: string }> = {
  up: { faults: {}, notice: 'Steam answers again. The bot notices with its next probe, some seconds later.' },
  down: { faults: { '503': 1 }, notice: 'Steam answers every call with an error until it is up again.' },
  slow: { faults: { slow: 1 }, notice: 'Steam takes three seconds longer for every answer until it is up again.' },
  blocking: {
    faults: { '429': 0.5, 'edge-403': 0.5 },
    notice: 'Steam rejects every call with 429 or 403, as when it blocks an address, until it is up again.',
  },
  hangs: { faults: { hang: 1 }, notice: 'Steam leaves every call without an answer until it is up again.' },
}

/** Creates the control of a simulated Steam that is up. */
export function createWorldControl({ world, dial, cacheSeconds, sweepSeconds }: Surroundings): WorldControl {
  let state: SteamState = 'up'
  const wait =
    cacheSeconds === 0
      ? 'Lookups of other accounts show it now.'
      : `Other accounts are remembered for ${cacheSeconds} s: lookups show it after that, Refresh after 10 s.`
  const sweeps = `Watched accounts show it within ${sweepSeconds} s; a lifted ban is reported after the second check.`

  return {
    change(change) {
      switch (change.verb) {
        case 'steam': {
          state = change.state
          dial.set('*', { faults: STATES[state].faults })
          return STATES[state].notice
        }
        case 'time':
          world.clock.advance(change.seconds)
          return `${describeTime(world)}\n${sweeps}\n${wait}`
        case 'ban':
        case 'lift': {
          const steamId = findAccount(world, change.account)
          const changed = change.verb === 'ban' ? world.ban(steamId, change.ban) : world.lift(steamId, change.ban)
          return `Steam's bans of ${steamId}: ${describeBans(world, steamId, changeableBans(changed))}.\n${sweeps}\n${wait}`
        }
      }
    },
    steamState: () => state,
    now: world.clock.now,
  }
}

function describeTime({ clock }: World): string {
  const time = new Date(clock.now() * 1_000).toISOString().slice(0, 16).replace('T', ' ')
  return `The simulated Steam's time is ${time} UTC, and stands still until you move it again. It counts the days since a ban; the bot, its caches and Discord keep the real time.`
}

function describeBans(world: World, steamId: string, bans: SimBans): string {
  const { vac, game = [], community, economy } = bans
  const days = world.daysSinceLastBan(steamId, bans)
  const last = vac.length + game.length === 0 ? [] : [`last ban ${days === 1 ? '1 day' : `${days} days`} ago`]
  return [
    `VAC ${vac.length}`,
    `game ${game.length}`,
    ...last,
    `community ${community ? 'banned' : 'none'}`,
    `trade ${economy}`,
  ].join(', ')
}
