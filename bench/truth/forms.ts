import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Named } from './expected.ts'

const FIRST_STEAM_ID = 76561197960265728n
const INVITE_DIGITS = 'bcdfghjkmnpqrtvw'
const MALFORMED = ['two words', 'https://steamcommunity.com/groups/rust', 'x', 'STEAM_0:2:1', 'наме', '[U:1:0]']

/** An account of the world, written as its Steam64 in half of the cases, otherwise in another form. */
export function writeAccount(world: World, steamId: string, random: Random): Named {
  return { input: random.chance(0.5) ? steamId : random.pick(waysToWrite(world, steamId)), names: steamId }
}

/** An unknown account, by id, by custom name, or by an invalid number. */
export function writeUnknownAccount(random: Random): Named {
  const id = String(FIRST_STEAM_ID + BigInt(random.integer(1_000, 20_000_000)))
  const name = `nobody_${random.integer(1, 1_000_000_000)}`
  const number = String(10n ** 16n + BigInt(random.integer(0, 1_000_000_000)))
  const input = random.pick([id, id, `steamcommunity.com/profiles/${id}`, name, number])
  return { input, names: input.includes(id) ? id : null }
}

/** A text that does not identify an account. */
export function writeMalformed(random: Random): Named {
  return { input: random.pick(MALFORMED), names: null, isMalformed: true }
}

function waysToWrite(world: World, steamId: string): string[] {
  const accountId = Number(BigInt(steamId) - FIRST_STEAM_ID)
  const code = accountId.toString(16).replaceAll(/./g, (digit) => INVITE_DIGITS.charAt(Number.parseInt(digit, 16)))
  const vanity = world.account(steamId)?.vanity
  const byName = vanity ? [vanity, vanity.toUpperCase(), `https://steamcommunity.com/id/${vanity}/?l=german`] : []
  return [
    `https://steamcommunity.com/profiles/${steamId}/`,
    `steamcommunity.com/profiles/[U:1:${accountId}]`,
    `STEAM_0:${accountId % 2}:${Math.floor(accountId / 2)}`,
    `[U:1:${accountId}]`,
    `U:1:${accountId}`,
    `[u:1:${accountId}]`,
    `https://my.steamchina.com/profiles/${steamId}`,
    `https://steamcommunity.com/tradeoffer/new/?partner=${accountId}&token=aB3_-x9Z`,
    `<https://steamcommunity.com/profiles/${steamId}>`,
    `"${steamId}",`,
    `https://s.team/p/${code}`,
    `  ${steamId} `,
    // Names are repeated, because they alone need a call to Steam.
    ...byName,
    ...byName,
  ]
}
