import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { unixSecondsSchema } from './bounds.ts'
import { keysOf, mapValues } from './objects.ts'
import { RefusedChange } from './refused-change.ts'
import type { SteamId } from './steam-id.ts'

/** The texts that people write about a ban: what each is for, and its maximum length in characters (code points). */
export const BAN_TEXTS = {
  reason: { what: 'What the refused player reads', maxCharacters: 80, isMultiline: false, example: 'aimbot' },
  note: { what: 'For the moderators only', maxCharacters: 500, isMultiline: true, example: 'case 17' },
} as const
export type BanText = keyof typeof BAN_TEXTS
export type BanTexts = Record<BanText, string>
export const BAN_TEXT_NAMES = keysOf(BAN_TEXTS)
/** The texts that only moderators see: all but the one that the refused player reads. */
export const PRIVATE_TEXTS = BAN_TEXT_NAMES.filter((name) => name !== 'reason')
export const NO_BAN_TEXTS: Readonly<BanTexts> = mapValues(BAN_TEXTS, () => '')

export const MAX_BAN_NAME_CHARACTERS = 64

/** Maximum number of accounts that `/banlist add` bans at once. */
export const MAX_BANNED_AT_ONCE = 25

/** What a ban says, wherever it comes from. */
export const banTermsSchema = z.object({
  steamId: steamIdSchema,
  name: z.string().meta({ description: 'The name as it was imported or last seen; empty if it is unknown.' }),
  ...mapValues(BAN_TEXTS, ({ what }) => z.string().meta({ description: `${what}; may be empty.` })),
  until: unixSecondsSchema.nullable().meta({ description: 'When the ban ends, Unix seconds; null for never.' }),
})
export type BanTerms = z.infer<typeof banTermsSchema>

/** A ban on the list that a community keeps itself. */
export const banSchema = banTermsSchema
  .extend({
    addedBy: z.string().meta({
      description: 'Who banned the account: the Discord id of a user, or `token:` and the name of the token of a tool.',
    }),
    addedAt: unixSecondsSchema,
    importNumber: z.int().min(0).nullable().meta({
      description:
        'The import that added the ban, numbered from 1 in each Discord server; null if it was added by itself.',
    }),
  })
  .meta({ id: 'Ban', description: 'A ban of a community on its own list.' })
export type Ban = z.infer<typeof banSchema>

/** A ban as tools and files have it, without further fields of the stored row. */
export const toBanEntry = (ban: Ban): Ban => banSchema.parse(ban)

/** The part of a ban by which an account is refused. */
export const ownBanSchema = banTermsSchema.pick({ reason: true, until: true })
export type OwnBan = z.infer<typeof ownBanSchema>

/** The own ban of an account; null without one, and `unknown` while the list of the server cannot be read. */
export type MaybeBan = OwnBan | null | 'unknown'

/** What a server has decided about an account: an exception, or as in `MaybeBan`. */
export type FoundDecision = MaybeBan | 'excepted'

export const isBan = (found: MaybeBan): found is OwnBan => found !== null && found !== 'unknown'

/** Whether a ban is in force at `now`, Unix seconds. */
export const isInForce = ({ until }: Pick<OwnBan, 'until'>, now: number): boolean => (until ?? Infinity) > now

/** Whether the community has banned an account itself; `unknown` while its list cannot be read. */
export type OwnBanState = 'banned' | 'none' | 'unknown'

/** Changes of a ban list in the log of its server. */
export const BAN_ACTIONS = [
  'ban_added',
  'ban_changed',
  'ban_removed',
  'ban_restored',
  'bans_imported',
  'bans_exported',
  'ban_import_undone',
  'reasons_set',
] as const
export type BanAction = (typeof BAN_ACTIONS)[number]

/** Who has made a change, and when, from the log of a server. */
export interface LoggedChange {
  /** The Discord id of the user, or `token:` and the name of the token of a tool. */
  userId: string
  /** Unix seconds. */
  at: number
}

/** By whom and when a logged change was made; null without an entry, or for a change by the service itself. */
export const loggedBy = (entry: { userId: string | null; at: number } | undefined): LoggedChange | null =>
  entry?.userId ? { userId: entry.userId, at: entry.at } : null

/** Why a ban list cannot be changed as asked, with the facts that a text about it needs. */
export type BanProblem =
  /** A SteamID64 that no account can have. */
  | { code: 'not_a_player'; steamId: string }
  /** `lifted` is by whom and when its last ban was lifted; null if that is not in the log. */
  | { code: 'not_banned'; steamId: SteamId; lifted: LoggedChange | null }
  /** The form for a ban was opened for an account that is banned; `ban` is that ban. */
  | { code: 'already_banned'; ban: Ban }
  | { code: 'ban_reason_missing' }
  /** `length` and `limit` are in characters. */
  | { code: `ban_${BanText}_too_long`; field: BanText; length: number; limit: number }
  /** `limit` is the maximum number of accounts in one command. */
  | { code: 'too_many_accounts'; limit: number }
  /** `limit` is the maximum number of bans: for `ban_list_full` of the server's list, for `all_bans_full` of all lists together. */
  | { code: 'ban_list_full' | 'all_bans_full'; limit: number }
  /** Exceptions let these accounts in; a ban replaces them only when that is confirmed. */
  | { code: 'exempted'; steamIds: SteamId[] }
  /** A list to import was given as text and as a file. */
  | { code: 'two_lists' }
  /** A list to import was given neither as text nor as a file. */
  | { code: 'no_list' }
  /** Reading a list to import, or the wait for the lists of other servers, took too much time or memory. */
  | { code: 'list_not_read' }
  /** A list to import has no ban that would be added. */
  | { code: 'nothing_to_import' }
  /** There is no import that could be undone, or another one was made since. `undone` is by whom and when the last one was undone. */
  | { code: 'nothing_to_undo'; undone: LoggedChange | null }
  /** Somebody else has changed the ban since it was opened for editing. */
  | { code: 'changed_meanwhile'; by: LoggedChange }
  /** The form was opened with usual reasons that somebody else has replaced before it was sent. */
  | { code: 'presets_changed' }
  /** `line` is a usual reason as it was typed, `why` what is wrong with it, and `limit` the maximum length of a reason. */
  | { code: 'wrong_preset'; line: string; why: 'no_reason' | 'too_long' | 'no_end' | 'twice'; limit: number }
  | { code: 'too_many_presets'; limit: number }

/** The error of a use case of ban lists. */
export class BanError extends RefusedChange<BanProblem> {
  override readonly name = 'BanError'
}
