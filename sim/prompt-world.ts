import type { SimBans } from './steam/account.ts'
import { BAN_KINDS, changeableBans, DAY, HOUR, type BanKind } from './steam/bans.ts'
import type { World } from './steam/world.ts'

/** A change of the simulated Steam that a line asks for; `account` is an ID, a custom name or a profile link. */
export type WorldChange =
  | { verb: 'ban' | 'lift'; account: string; ban: BanKind }
  /** Moves the time forward. */
  | { verb: 'time'; seconds: number }

/** What changes act on. */
export interface Surroundings {
  world: World
  /** How long the bot caches a ban record. */
  cacheSeconds: number
  /** The interval of the bot's checks of watched accounts. */
  sweepSeconds: number
}

const UNITS: Record<string, number> = { d: DAY, h: HOUR }

/** Parses the parameters of `ban` and `lift`; throws an error with a message for the user. */
export function readBanChange(verb: 'ban' | 'lift', rest: string): WorldChange {
  const [account = '', typed = '', ...others] = rest.split(' ')
  const kinds = BAN_KINDS.join(', ')
  if (typed === '' || others.length > 0) {
    throw new Error(`Type one account and one kind of ban (${kinds}): ${verb} raider vac`)
  }
  const ban = BAN_KINDS.find((kind) => kind === typed.toLowerCase())
  if (ban === undefined) throw new Error(`There is no kind of ban ${typed}. Available: ${kinds}.`)
  return { verb, account, ban }
}

/** Parses the parameter of `time`; throws an error with a message for the user. */
export function readTimeChange(rest: string): WorldChange {
  const [, count = '', unit = ''] = /^\+([1-9]\d{0,3})([dh])$/.exec(rest) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? 0)
  if (seconds === 0) throw new Error('Time moves forward by 1 to 9999 days or hours: time +1d, time +6h, time +30d')
  return { verb: 'time', seconds }
}

/** Changes the simulated Steam, and returns a notice; throws an error with a message for the user. */
export function changeWorld({ world, cacheSeconds, sweepSeconds }: Surroundings, change: WorldChange): string {
  const wait =
    cacheSeconds === 0
      ? 'Lookups show it now.'
      : `The bot caches ban records for ${cacheSeconds} s: lookups show it after that, Refresh after 10 s.`
  const sweeps = `The bot checks watched accounts every ${sweepSeconds} s, and reports a lifted ban after the second check.`
  if (change.verb === 'time') {
    world.clock.advance(change.seconds)
    return `${describeTime(world)}\n${wait}\n${sweeps}`
  }
  const steamId = findAccount(world, change)
  const changed = change.verb === 'ban' ? world.ban(steamId, change.ban) : world.lift(steamId, change.ban)
  return `Steam's bans of ${steamId}: ${describeBans(world, steamId, changeableBans(changed))}.\n${wait}\n${sweeps}`
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

function findAccount(world: World, { verb, account }: Extract<WorldChange, { account: string }>): string {
  const [, name = account] = /\/(?:id|profiles)\/([^/]+)\/?$/.exec(account) ?? []
  const steamId = world.account(name) ? name : world.vanity(name)
  if (steamId === undefined) {
    throw new Error(
      `The simulated Steam has no account ${account}. Type a Steam64 ID or a custom name: ${verb} raider vac`,
    )
  }
  return steamId
}
