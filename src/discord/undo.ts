import { inlineCode, type APIButtonComponent } from 'discord.js'
import { UNDO_CLASSES, UNDO_PERMISSIONS, type UndoError, type UndoId } from '../model/undo.ts'
import { z } from 'zod'
import { formatAuthor } from './author.ts'
import { toCustomId } from './custom-id.ts'
import { describeRefusedChange, type Description } from './error-words.ts'
import { pendingId } from './pending.ts'
import type { Texts } from './texts/texts.ts'
import { button } from './view.ts'
import { relativeTime } from './views/parts.ts'

/** The name of the action of the Undo button. */
export const UNDO = 'undo'

/** The arguments of the custom id of the Undo button. */
export const undoArguments = z.tuple([z.enum(UNDO_CLASSES), pendingId])

/** The permissions with which a change can be undone. */
export const undoPermissions = ([needs]: z.infer<typeof undoArguments>) => [...UNDO_PERMISSIONS[needs]]

/** The Undo button of a change; none for a change that is not kept. */
export const undoButtons = (undo: UndoId | null, { buttons }: Texts): APIButtonComponent[] =>
  undo === null ? [] : [button('↩️', buttons.undo, toCustomId(UNDO, undo))]

/** Describes why a change cannot be undone. */
export function describeUndoError({ problem }: UndoError, { undo }: Texts): Description {
  const account = inlineCode(problem.steamId)
  const { code } = problem
  if (code === 'ended_since' || code === 'exempted_since')
    return describeRefusedChange(undo.refused, undo[code]({ account }))
  const { by } = problem
  if (by === null) return describeRefusedChange(undo.refused, undo.changed({ account }))
  const facts = { account, who: formatAuthor(by.userId), when: relativeTime(by.at) }
  return describeRefusedChange(undo.refused, undo[code](facts))
}
