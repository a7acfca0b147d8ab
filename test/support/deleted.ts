import { expect } from 'vitest'
import type { Reply } from './ask.ts'

/** What errors say of the VAC-banned `deletedSummary` of the simulated world, which has no profile. */
export const deletedRecord = {
  steamId: '76561198000183892',
  bans: {
    VACBanned: true,
    NumberOfVACBans: 1,
    NumberOfGameBans: 0,
    DaysSinceLastBan: 900,
    CommunityBanned: false,
    EconomyBan: 'none',
  },
  fetchedAt: expect.any(Number),
}

/** Repeats a request until Steam has confirmed, by the service's clock, that the account has no profile. */
export async function untilConfirmed(send: () => Promise<Reply>): Promise<Reply> {
  await expect
    .poll(async () => JSON.stringify((await send()).body), { timeout: 10_000 })
    .toContain('"account_not_found"')
  await expect
    .poll(async () => JSON.stringify((await send()).body), { timeout: 10_000 })
    .not.toContain('"missing":"profile"')
  return send()
}
