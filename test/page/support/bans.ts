import type { BatchEntry, BatchFailure, Bans, FriendEntry } from '../../../src/model/account.ts'
import { isBanned } from '../../../src/model/is-banned.ts'
import { exampleBatch } from '../../support/examples.ts'

export const CLEAN: Bans = {
  VACBanned: false,
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
}
/** A record with a VAC ban from `days` days ago. */
export const vacBanned = (days: number): Bans => ({
  ...CLEAN,
  VACBanned: true,
  NumberOfVACBans: 1,
  DaysSinceLastBan: days,
})

/** A friend of the scan with this record, and without other facts. */
export const friendOf = (steamId: string, personaname: string, banDetails: Bans): FriendEntry => ({
  steamId,
  personaname,
  avatar: '',
  profileurl: '',
  friendSince: 0,
  banned: isBanned(banDetails),
  rustHours: null,
  banDetails,
  unavailable: [],
})

/** A SteamID64 with this number. */
export const idOf = (index: number) => String(76_561_198_000_000_000n + BigInt(index))

const [example] = exampleBatch.results
if (!example) throw new Error('the example has no account')

/** A public account without bans that a batch found. */
export const entryOf = (input: string, rest: Partial<BatchEntry> = {}): BatchEntry => ({
  ...example,
  input,
  steamId: input,
  ...rest,
})

/** An entry that failed. */
export const failureOf = (input: string, code: string, rest: Partial<BatchFailure> = {}): BatchFailure => ({
  input,
  code,
  error: 'A sentence.',
  ...rest,
})

/** What the service says about a batch with these outcomes. */
export const batchOf = (results: BatchEntry[], failures: BatchFailure[] = []) => ({
  results,
  resolved: results.length,
  failed: failures.length,
  failures,
  dropped: 0,
})
