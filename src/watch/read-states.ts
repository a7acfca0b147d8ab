import type { AccountsRepository, AccountState } from './database/accounts.ts'
import type { BanRecord } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'

/** The record of an account without bans, its fields in the order in which they are stored. */
export const CLEAN = {
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
} as const satisfies Required<BanRecord>

interface StatesToCompare {
  states: AccountState[]
  /**
   * Accounts whose comparison would find nothing: neither the stored nor the new record has bans, and there is no dip. Unknown accounts are
   * included if the new record has no bans.
   */
  unchanged: SteamId[]
}

/**
 * Reads the known states of the accounts in `records`, which were seen at `at`. Most accounts have no bans before and after; SQL filters
 * them out, because reading and comparing them would take most of the processor time of a sweep.
 */
export async function readStates(
  accounts: Pick<AccountsRepository, 'get' | 'getUnlike'>,
  records: ReadonlyMap<SteamId, BanRecord>,
  at: number,
): Promise<StatesToCompare> {
  const unlike = await accounts.getUnlike([...records.keys()], CLEAN, at)
  const isUnlike = new Set(unlike.map(({ steamId }) => steamId))
  const unchanged: SteamId[] = []
  const noLongerClean: SteamId[] = []
  for (const [steamId, record] of records) {
    if (!isUnlike.has(steamId)) (isClean(record) ? unchanged : noLongerClean).push(steamId)
  }
  return { states: [...unlike, ...(await accounts.get(noLongerClean))], unchanged }
}

function isClean(record: BanRecord): boolean {
  return (
    record.NumberOfVACBans === CLEAN.NumberOfVACBans &&
    record.NumberOfGameBans === CLEAN.NumberOfGameBans &&
    record.DaysSinceLastBan === CLEAN.DaysSinceLastBan &&
    record.CommunityBanned === CLEAN.CommunityBanned &&
    record.EconomyBan === CLEAN.EconomyBan
  )
}
