import type { World } from '../../packages/sim-steam/src/world.ts'

/** An account that Steam will ban. */
export interface Suspect {
  steamId: string
  /** No other account has it. */
  name: string
}

const NAMES = ['Suspect A', 'Suspect B', 'Suspect C', 'Suspect D', 'Suspect E']

/** The accounts whose look-ups succeed while Steam answers. */
export function listKnown(world: World): string[] {
  return world.ids.filter((steamId) => {
    const { profile, bans } = world.account(steamId) ?? {}
    return profile && bans && bans !== 'nullEntry'
  })
}

/** Names some accounts, by which their alerts are recognized. */
export function nameSuspects(world: World, steamIds: readonly string[]): Suspect[] {
  return NAMES.flatMap((name, index) => {
    const steamId = steamIds.at(-1 - index)
    const profile = steamId && world.account(steamId)?.profile
    if (!profile) return []
    world.change(steamId, { profile: { ...profile, name } })
    return [{ steamId, name }]
  })
}
