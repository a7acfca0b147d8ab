import { banRecord, publicProfile, RUST_APP_ID, WORLD_TIME } from './account.ts'
import { DAY } from './bans.ts'
import { CAST } from './cast.ts'
import type { World } from './world.ts'

/** A player to try the rules of a policy with. */
export interface DemoPlayer {
  /** An ID or a custom name. */
  account: string
  about: string
}

/** Players for every rule of a policy; those without a number exist after `addDemoPlayers`. */
export const DEMO_PLAYERS: readonly DemoPlayer[] = [
  { account: 'honest_joe', about: 'no bans, everything public' },
  { account: 'raider', about: '1 VAC ban, 412 days ago' },
  { account: CAST.gameBanned, about: '2 game bans, 3 days ago' },
  { account: 'banned_today', about: '1 game ban, today' },
  { account: CAST.communityBanned, about: 'a community ban' },
  { account: CAST.tradeBanned, about: 'a trade ban' },
  { account: CAST.probation, about: 'on trade probation' },
  { account: 'newcomer', about: 'an account of 5 days' },
  { account: CAST.rookie, about: '1.6 hours in Rust' },
  { account: CAST.private, about: 'a private profile' },
  { account: CAST.hiddenHours, about: 'hidden hours' },
  { account: CAST.noRust, about: 'does not own Rust, as a player of a shared copy' },
  { account: CAST.inventoryUnset, about: 'a profile that was never set up' },
  { account: CAST.deletedBans, about: 'no ban record, so bans are unknown' },
]

/** Adds the players that the simulated Steam does not have by itself; `now` is the bot's time in Unix seconds. */
export function addDemoPlayers(world: World, now: number): void {
  const games = [{ appId: RUST_APP_ID, minutes: 60 * 180, lastPlayed: WORLD_TIME - DAY }]
  world.add({
    steamId: '76561198000431562',
    vanity: 'banned_today',
    profile: publicProfile('not even my final form'),
    bans: banRecord({ game: 1, daysSinceLast: 0 }),
    games,
  })
  // The age of an account is counted by the bot, which has the real time.
  world.add({
    steamId: '76561198000442871',
    vanity: 'newcomer',
    profile: publicProfile('first wipe', { timeCreated: now - 5 * DAY }),
    games,
  })
}
