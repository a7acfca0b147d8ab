import type { Bans } from './account.ts'

// A file of its own, so that the page does not load zod.
/** Whether an account counts as banned: VAC, game or community ban; a trade ban alone does not count. */
export function isBanned(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0 || bans.CommunityBanned
}
