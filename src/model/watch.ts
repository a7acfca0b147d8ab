import type { SteamId } from './steam-id.ts'

/** An account on the watch list of a Discord server. */
export interface Watch {
  guildId: string
  steamId: SteamId
  /** The Discord id of the user who added it. */
  addedBy: string
  addedAt: number
  reason: string
  /** When it leaves the list by itself; null for never. */
  until: number | null
  /** When the first valid record after adding was seen; null until then. Only later changes are reported. */
  baselineAt: number | null
}

/** Why a list cannot be changed as asked, with the facts that a text about it needs. */
export type WatchProblem =
  /** `watch` says who added it, when and why. */
  | { code: 'already_watched'; watch: Watch }
  | { code: 'not_watched'; steamId: SteamId }
  /** The list of the server, or all lists together, have no room; `limit` is the most entries. */
  | { code: 'list_full' | 'total_full'; limit: number }
  | { code: 'reason_missing' }
  /** In characters. */
  | { code: 'reason_too_long'; length: number; limit: number }
  /** `value` as typed: not a time, a time that has passed, or more than ten years from now. */
  | { code: 'until_malformed' | 'until_past' | 'until_too_far'; value: string }
  /** All accounts of an import are on the list. */
  | { code: 'nothing_new'; alreadyWatched: number }
  /** Alerts were to mention everyone. */
  | { code: 'role_everyone' }
  /** Discord did not say whether the channel for alerts can be used. */
  | { code: 'discord_unavailable' }

export type WatchErrorCode = WatchProblem['code']

/** An expected failure of a use case of watch lists; nothing was written. */
export class WatchError extends Error {
  override readonly name = 'WatchError'
  readonly problem: WatchProblem

  constructor(problem: WatchProblem) {
    super(problem.code)
    this.problem = problem
  }

  get code(): WatchErrorCode {
    return this.problem.code
  }
}
