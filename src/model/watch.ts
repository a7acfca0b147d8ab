import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import type { LoggedChange } from './ban.ts'
import { unixSecondsSchema } from './bounds.ts'
import { RefusedChange } from './refused-change.ts'
import type { SteamId } from './steam-id.ts'

/** An entry of a watch list as tools have it. */
export const watchEntrySchema = z
  .object({
    steamId: steamIdSchema,
    reason: z.string(),
    until: unixSecondsSchema
      .nullable()
      .meta({ description: 'When the account leaves the list by itself, Unix seconds; null for never.' }),
    addedBy: z.string().meta({
      description: 'Who added the account: the Discord id of a user, or `token:` and the name of the token of a tool.',
    }),
    addedAt: unixSecondsSchema,
  })
  .meta({ id: 'Watch', description: 'An account on the watch list of a Discord server.' })
export type WatchEntryObject = z.infer<typeof watchEntrySchema>

/** An account on the watch list of a Discord server. */
export interface Watch extends WatchEntryObject {
  guildId: string
  /** When the first valid record since the account was added arrived; null until then. Only later changes are reported. */
  baselineAt: number | null
}

/** An entry as tools have it, without what only the service needs. */
export const toWatchEntry = (watch: Watch): WatchEntryObject => watchEntrySchema.parse(watch)

/** Reasons to refuse a change of a list, with the facts that their texts need. */
export type WatchProblem =
  /** `watch` says who added the account, when and why. */
  | { code: 'already_watched'; watch: Watch }
  | { code: 'not_watched'; steamId: SteamId }
  /** The entry was changed after it was shown for editing. */
  | { code: 'changed_meanwhile'; by: LoggedChange }
  /** `limit` is the maximum number of entries: for `list_full` of the server's list, for `total_full` of all lists together. */
  | { code: 'list_full' | 'total_full'; limit: number }
  | { code: 'reason_missing' }
  /** `length` and `limit` are in characters. */
  | { code: 'reason_too_long'; length: number; limit: number }
  /** `value` is the typed text: it is not a time, is in the past, or is more than ten years ahead. */
  | { code: 'until_malformed' | 'until_past' | 'until_too_far'; value: string }
  /** All accounts of the import are on the list already. */
  | { code: 'nothing_new'; alreadyWatched: number }
  /** Discord did not answer whether the channel for alerts can be used. */
  | { code: 'discord_unavailable' }

/** The error of a use case of watch lists. */
export class WatchError extends RefusedChange<WatchProblem> {
  override readonly name = 'WatchError'
}

/** Changes of a watch list in the log of its server; `channel_set`, `log_set`, `language_set` and `forgotten` concern all data of the server. */
export const WATCH_ACTIONS = [
  'added',
  'changed',
  'removed',
  'restored',
  'imported',
  'import_undone',
  'expired',
  'channel_set',
  'log_set',
  'language_set',
  'forgotten',
] as const
export type WatchAction = (typeof WATCH_ACTIONS)[number]

/** Whether a change has an entry in the log for each account of an import. */
export const isOfImport = (action: string): boolean => action === 'imported' || action === 'import_undone'
