import { readAccountsInMessage, type Steps } from '../../model/account-text.ts'
import type { BanTerms } from '../../model/ban.ts'
import { isSteamId } from '../../model/steam-id.ts'

/** The formats of ban lists that are recognised. */
export const BAN_LIST_FORMATS = [
  /** The game's file `bans.cfg`, or lines of `banid` written by hand. */
  'bans_cfg',
  /** What the game's console prints after `banlistex`. */
  'banlistex',
  /** What the game's console prints after `banlist` and `listid`: without names and reasons, with the minutes that are left. */
  'banlist',
  /** The JSON that the game's console prints after `bans`. */
  'bans_json',
  /** `bans.json` of RustCentralBanServer, or answers of any central ban server. */
  'central_json',
  /** Answers of BattleMetrics' `GET /bans`. */
  'battlemetrics',
  /** What `writeBansJson` writes. */
  'rapsheet_json',
  /** A table with a header row: what `writeBansCsv` writes, or one with usual names of columns. */
  'csv',
  /** Any other text: its accounts, without reasons. */
  'text',
] as const
export type BanListFormat = (typeof BAN_LIST_FORMATS)[number]

/** A line of a list, counted from 1. An entry of several lines is at its first line. */
export interface ListLine {
  line: number
  /** The line as written, or the beginning of a long one. */
  text: string
}

/** A ban of a list. Its texts are clean and within their limits. */
export interface ListedBan extends BanTerms {
  line: number
}

/** A duration, or an end that is not a plain time, and the end that it was taken for: Unix seconds, or null for good. */
export interface ReadDuration extends ListLine {
  until: number | null
}

/** A ban list in any format. Every entry is counted exactly once: in `bans`, `expired`, `repeated`, `notUnderstood` or `addresses`. */
export interface ReadBanList {
  format: BanListFormat
  /** The bans that are in force, in the order of the list, each account once. */
  bans: ListedBan[]
  /** Number of entries whose end is past. */
  expired: number
  /** Number of entries in force whose account has an earlier one: the first one wins, as in the game. */
  repeated: number
  /** Lines and entries without a ban of a player that could be read. */
  notUnderstood: ListLine[]
  /** Number of IP addresses, which are personal data and are left out. */
  addresses: number
  /** Ends that are relative to the time of reading, or strange, each with the end that it was taken for. */
  durations: ReadDuration[]
}

/**
 * Reads a ban list in any of `BAN_LIST_FORMATS`, in steps of less than a millisecond, so that the caller can pause between two steps: a list
 * of 50,000 bans takes a few hundred milliseconds. `now` is in Unix seconds. Never throws.
 */
export function* readBanListInSteps(text: string, now: number): Steps<ReadBanList> {
  void now
  const list: ReadBanList = {
    format: 'text',
    bans: [],
    expired: 0,
    repeated: 0,
    notUnderstood: [],
    addresses: 0,
    durations: [],
  }
  for (const [index, row] of text.split(/\r\n|[\n\r]/).entries()) {
    const { accounts } = readAccountsInMessage(row)
    for (const steamId of accounts.filter(isSteamId)) {
      list.bans.push({ steamId, name: '', reason: '', note: '', until: null, line: index + 1 })
    }
    yield
  }
  return list
}
