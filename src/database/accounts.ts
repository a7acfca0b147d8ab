import type { BanChange, BanRecord, Interval } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'

/** What is known of the bans of a watched account. */
export interface BanState {
  record: BanRecord
  /** When the last VAC or game ban happened; null without a ban, or when it is unknown. */
  lastBan: Interval | null
}

/** A record that shows fewer bans than before, which counts only when the next sweep confirms it. */
export interface Dip {
  record: BanRecord
  /** The sweep that saw it first. */
  sweepId: number
  seenAt: number
}

/** An account that is or was on a watch list. */
export interface AccountState {
  steamId: SteamId
  /** The newest observation; null before the first valid record. */
  current: (BanState & Pick<Observation, 'firstSeenAt'> & { observationId: number }) | null
  dip: Dip | null
  /** When the last valid record was seen; null before the first. */
  checkedAt: number | null
}

/** What was seen of an account from one moment on, until something changed. */
export interface Observation extends BanState {
  id: number
  steamId: SteamId
  firstSeenAt: number
  /** When the last valid record without a change to it was seen. */
  lastSeenAt: number
  /** The differences to the observation before; empty for the first one. */
  changes: BanChange[]
}

export interface AccountsRepository {
  /** The states of those accounts that are known, in no order. */
  get(steamIds: readonly SteamId[]): Promise<AccountState[]>
  /** Creates the accounts that are unknown. */
  ensure(steamIds: readonly SteamId[]): Promise<void>
  /** Notes a valid record without a change. */
  recordChecked(steamIds: readonly SteamId[], at: number): Promise<void>
  /** Stores an observation as the newest of its account, clears its dip, and returns the observation's id. */
  addObservation(observation: Omit<Observation, 'id' | 'lastSeenAt'>): Promise<number>
  /** Narrows the ban interval, and fills unknown fields, of the newest observation. */
  refine(observationId: number, state: BanState): Promise<void>
  setDip(steamId: SteamId, dip: Dip | null): Promise<void>
  /** All observations of an account, newest first. */
  history(steamId: SteamId): Promise<Observation[]>
  /** Deletes observations older than `before`, except the newest of each account that is on a list. */
  deleteObservations(before: number): Promise<void>
  /**
   * Notes which accounts are on no list, and deletes those that have been so since `before`, with the audit entries about
   * them.
   */
  deleteUnwatched(now: number, before: number): Promise<void>
  /** Erases every trace of an account, on all lists and in all logs; returns whether there was any. */
  erase(steamId: SteamId): Promise<boolean>
}
