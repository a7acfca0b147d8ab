import { WATCH_ACTIONS, type WatchAction } from '../../model/watch.ts'
import type { AuditChange } from '../read-audit-log.ts'
import type { Language } from '../../model/language.ts'

/** Formats entries of a server's audit log that are not about its watch list, such as changes of the policy, in the user's language. */
export interface OtherChanges {
  /** Says what was changed, but not by whom, with at most `characters` of the reason. */
  sentence: (change: AuditChange, characters: number) => string
  /** The cells for a table: the name of the change, its reason, and a note with further facts. */
  cells: (change: Omit<AuditChange, 'steamId'>) => { change: string; reason?: string; note?: string }
}

/** The dependencies of the command that shows the log. */
export interface LogContext {
  otherChanges: (language: Language) => OtherChanges
}

export const isOfWatchList = (action: string): action is WatchAction => WATCH_ACTIONS.some((each) => each === action)
