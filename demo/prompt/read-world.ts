import { STEAM_STATES, type WorldChange } from '../control/world.ts'
import { BAN_KINDS, DAY, HOUR } from '../../packages/sim-steam/src/bans.ts'

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
