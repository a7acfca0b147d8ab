import type { World } from '../steam/world.ts'

/** The id of an account by its id, custom name or profile link; throws an error for the user that ends with an example. */
export function findAccount(world: World, account: string, example: string): string {
  const [, name = account] = /\/(?:id|profiles)\/([^/]+)\/?$/.exec(account) ?? []
  const steamId = world.account(name) ? name : world.vanity(name)
  if (steamId === undefined) {
    throw new Error(`The simulated Steam has no account ${account}. Type a Steam64 ID or a custom name: ${example}`)
  }
  return steamId
}
