import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { banSchema, type LoggedChange } from './ban.ts'
import { unixSecondsSchema } from './bounds.ts'
import { RefusedChange } from './refused-change.ts'
import type { SteamId } from './steam-id.ts'
import { watchEntrySchema } from './watch.ts'

/** Changes of entries: each as it was before, and as it was left; null for none. */
const changesOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.object({ steamId: steamIdSchema, before: entry.nullable(), after: entry.nullable() }))

/** What one action has changed, from which it can be undone. */
export const undoSchema = z.object({
  bans: changesOf(banSchema),
  exceptions: changesOf(
    z.object({
      steamId: steamIdSchema,
      reason: z.string(),
      until: unixSecondsSchema.nullable(),
      addedBy: z.string(),
      addedAt: unixSecondsSchema,
    }),
  ),
  watches: changesOf(watchEntrySchema.extend({ baselineAt: unixSecondsSchema.nullable() })),
  /** The number of an import of bans, which is too long to be repeated here. */
  importNumber: z.int().nullable(),
  /** Unix seconds. */
  at: unixSecondsSchema,
})
export type Undo = z.infer<typeof undoSchema>

/** The permissions with which a change can be made, and so be undone. */
export const UNDO_PERMISSIONS = {
  watch: ['ModerateMembers'],
  ban: ['BanMembers'],
  manage: ['ManageGuild'],
  both: ['BanMembers', 'ManageGuild'],
} as const
export const UNDO_CLASSES = ['watch', 'ban', 'manage', 'both'] as const
export type UndoClass = (typeof UNDO_CLASSES)[number]

/** What an Undo button carries: the class of its permissions, and the id of the row that is kept. */
export const undoIdSchema = z.templateLiteral([z.enum(UNDO_CLASSES), ':', z.string()])
export type UndoId = z.infer<typeof undoIdSchema>

/** Which permissions a change needs, unless who makes it says otherwise. */
export function undoClassOf({ bans, exceptions, importNumber }: Undo): UndoClass {
  if (exceptions.length > 0) return bans.length > 0 ? 'both' : 'manage'
  if (importNumber !== null) return 'manage'
  return bans.length > 0 ? 'ban' : 'watch'
}

/** The class in what an Undo button carries. */
export const readUndoClass = (id: UndoId) => z.enum(UNDO_CLASSES).parse(id.split(':')[0])

/** What one action has changed. */
export const undoOf = (at: number, parts: Partial<Omit<Undo, 'at'>>): Undo => ({
  bans: [],
  exceptions: [],
  watches: [],
  importNumber: null,
  ...parts,
  at,
})

/** The undo of a line of the log: none where one action has several lines, because it undoes them all. */
export const undoOfLine = (undo: UndoId | null, lines: number) => ({ undo: lines === 1 ? undo : null })

const swap = <T>(changes: readonly { steamId: SteamId; before: T; after: T }[]) =>
  changes.map(({ steamId, before, after }) => ({ steamId, before: after, after: before }))

/** What undoing a change changes. */
export const reversed = ({ bans, exceptions, watches }: Undo, at: number): Undo =>
  undoOf(at, { bans: swap(bans), exceptions: swap(exceptions), watches: swap(watches) })

/** Why a change cannot be undone; nothing was written. `by` is who changed the account since; null if that is not in the log. */
export type UndoProblem =
  | { code: 'changed_since' | 'banned_since'; steamId: SteamId; by: LoggedChange | null }
  /** Who made the exception is only for members with *Manage Server*. */
  | { code: 'exempted_since'; steamId: SteamId }
  /** The end of what would come back, or of what would be taken away, has passed. */
  | { code: 'ended_since'; steamId: SteamId }

/** The error of an Undo button. */
export class UndoError extends RefusedChange<UndoProblem> {
  override readonly name = 'UndoError'
}
