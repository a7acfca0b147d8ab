import { WATCH_ACTIONS, type WatchAction } from '../../model/watch.ts'
import type { AuditChange } from '../read-audit-log.ts'
import type { Language } from '../../model/language.ts'

/** Formats changes by other features for the log, in the language of the user. */
export interface OtherChanges {
  /** The change without who made it, with at most `characters` of its reason. */
  sentence: (change: AuditChange, characters: number) => string
  /** The name of the change, its reason and what else is to be said of it, for a table. */
  cells: (change: Omit<AuditChange, 'steamId'>) => { change: string; reason?: string; note?: string }
}

/** The dependencies of the command that shows the log. */
export interface LogContext {
  otherChanges: (language: Language) => OtherChanges
}

export const isOfWatchList = (action: string): action is WatchAction => WATCH_ACTIONS.some((each) => each === action)
