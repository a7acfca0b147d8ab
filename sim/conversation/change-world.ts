import { findAccount } from './find-account.ts'
import type { SimBans } from '../steam/account.ts'
import { BAN_KINDS, changeableBans, DAY, HOUR, type BanKind } from '../steam/bans.ts'
import type { Dial, DialSetting } from '../steam/dial.ts'
import type { World } from '../steam/world.ts'

/** A change of the simulated Steam that a line asks for; `account` is an ID, a custom name or a profile link. */
export type WorldChange =
  | { verb: 'ban' | 'lift'; account: string; ban: BanKind }
  /** Moves the time forward. */
  | { verb: 'time'; seconds: number }
  /** Makes all calls fail or hang, or lets them succeed again. */
  | { verb: 'steam'; state: SteamState }

export const STEAM_STATES = ['up', 'down', 'hangs'] as const
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

/** Parses the parameter of `steam`; throws an error with a message for the user. */
export function readSteamState(rest: string): WorldChange {
  const state = STEAM_STATES.find((each) => each === rest.toLowerCase())
  if (state === undefined)
    throw new Error(`Type a state of Steam: ${STEAM_STATES.map((each) => `steam ${each}`).join(', ')}`)
  return { verb: 'steam', state }
}

const STATES: Record<SteamState, { faults: NonNullable<DialSetting['faults']>; notice: string }> = {
  up: { faults: {}, notice: 'Steam answers again. The bot notices with its next probe, some seconds later.' },
  down: { faults: { '503': 1 }, notice: 'Steam answers every call with an error until you type: steam up' },
  hangs: { faults: { hang: 1 }, notice: 'Steam leaves every call without an answer until you type: steam up' },
}

/** Changes the simulated Steam, and returns a notice; throws an error with a message for the user. */
export function changeWorld({ world, dial, cacheSeconds, sweepSeconds }: Surroundings, change: WorldChange): string {
  if (change.verb === 'steam') {
    const { faults, notice } = STATES[change.state]
    dial.set('*', { faults })
    return notice
  }
  const wait =
    cacheSeconds === 0
      ? 'Lookups show it now.'
      : `The bot caches ban records for ${cacheSeconds} s: lookups show it after that, Refresh after 10 s.`
  const sweeps = `The bot checks watched accounts every ${sweepSeconds} s, and reports a lifted ban after the second check.`
  if (change.verb === 'time') {
    world.clock.advance(change.seconds)
    return `${describeTime(world)}\n${wait}\n${sweeps}`
  }
  const steamId = findAccount(world, change.account, `${change.verb} raider vac`)
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
