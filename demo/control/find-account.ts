import type { World } from '../../packages/sim-steam/src/world.ts'

/** The id of an account by its id, custom name or profile link; throws an error with a message for the user. */
export function findAccount(world: World, account: string): string {
  const [, name = account] = /\/(?:id|profiles)\/([^/]+)\/?$/.exec(account) ?? []
  const steamId = world.account(name) ? name : world.vanity(name)
  if (steamId === undefined) {
    throw new Error(
      `The simulated Steam has no account ${account}. Type a Steam64 ID or a custom name, for instance raider.`,
    )
  }
  return steamId
}
