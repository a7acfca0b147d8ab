import { expect, onTestFinished, vi } from 'vitest'
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

/** The answer once Steam has confirmed that the account has no profile: 3 s after the first answer, by a date that stays until the test ends. */
export async function onceConfirmed(send: () => Promise<Reply>): Promise<Reply> {
  await send()
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 3_000)
  return send()
}
