import { z } from 'zod'
import type { BanAction } from './ban.ts'
import type { PolicyAction } from './policy.ts'
import type { SteamId } from './steam-id.ts'
import { readTermsDetail, toTermsDetail } from './terms-detail.ts'
import type { ToolAction } from './tool-token.ts'
import { undoIdSchema } from './undo.ts'
import type { WatchAction } from './watch.ts'

/** The kind of messages that tell a team what was changed, and by whom. */
export const LOG_LINE = 'log'

/** In place of the channel in which changes are told: they are told nowhere. */
export const LOG_OFF = 'off'

/** The channels that a server has chosen. */
export interface ChosenChannels {
  alertChannelId: string | null
  /** A channel, or `LOG_OFF`; null for the channel for alerts. */
  logChannelId: string | null
}

/** The channel in which changes are told; null for none. */
export function logChannelOf({ alertChannelId, logChannelId }: ChosenChannels): string | null {
  return logChannelId === LOG_OFF ? null : (logChannelId ?? alertChannelId)
}

/** A change as the team is told of it. */
export const logLineSchema = z.object({
  action: z.string(),
  /** The Discord id of the user, or `token:` and the name of the token of a tool. */
  userId: z.string(),
  /** As in the log of the server, without what only moderators may read. */
  detail: z.string(),
  /** Number of accounts that an import has added; 1 for other changes. */
  count: z.int(),
  /** What the Undo button carries; null if the change cannot be undone. */
  undo: undoIdSchema.nullable(),
  /** Whether it is the first line of its server, which says why it comes. */
  isFirst: z.boolean(),
})
export type LogLine = z.infer<typeof logLineSchema> & { steamId: SteamId | null }

/** The changes that are told in every channel for the log. */
const TOLD: ReadonlySet<string> = new Set<BanAction | WatchAction | ToolAction>([
  'ban_added',
  'ban_changed',
  'ban_removed',
  'ban_restored',
  'bans_imported',
  'ban_import_undone',
  'added',
  'changed',
  'removed',
  'restored',
  'imported',
  'import_undone',
  'tool_token_created',
])

/** The changes that are told only in a channel that was chosen for the log, because only members with *Manage Server* may know them. */
const TOLD_WHERE_CHOSEN: ReadonlySet<string> = new Set<PolicyAction>([
  'policy_saved',
  'policy_mode_set',
  'policy_notify_set',
  'exception_added',
  'exception_removed',
  'exception_restored',
  'token_created',
  'token_revoked',
])

/** The changes whose reason is a note for moderators. */
const HAS_NOTE: ReadonlySet<string> = new Set<WatchAction | PolicyAction>([
  'added',
  'changed',
  'removed',
  'restored',
  'imported',
  'import_undone',
  'exception_added',
  'exception_removed',
  'exception_restored',
])

/** Whether the team of a server is told of an action. */
export const isTold = (action: string, channels: ChosenChannels): boolean =>
  logChannelOf(channels) !== null &&
  (TOLD.has(action) || (channels.logChannelId !== null && TOLD_WHERE_CHOSEN.has(action)))

/** The changes whose reason is that of a ban, which its players read. */
const HAS_REASON: ReadonlySet<string> = new Set<BanAction>(['ban_added', 'ban_changed', 'ban_removed', 'ban_restored'])

/** The detail of a change without a note for moderators. */
export const toToldDetail = (action: string, detail: string): string =>
  HAS_NOTE.has(action) ? toEnds(action, detail) : detail

/** The detail of a change without reasons and names, which need much room. */
export const toShortDetail = (action: string, detail: string): string =>
  HAS_NOTE.has(action) || HAS_REASON.has(action) ? toEnds(action, detail) : detail

/** The end in a detail, what it was before, and whether the note was changed. */
function toEnds(action: string, detail: string): string {
  const { until, before, isNoteChanged } = readTermsDetail(detail)
  // An entry of the watch list has a note in place of a reason; its changes are one of the note, unless they are one of the end.
  const isOfNote = action === 'changed' && (before.reason !== '' || before.until === undefined)
  return toTermsDetail(
    { reason: '', until, note: isNoteChanged || isOfNote ? 'changed' : '' },
    { reason: '', until: before.until === undefined ? until : before.until },
  )
}
