import type { AuditAction, PolicyEntry, WatchAction } from '../read-audit-log.ts'
import type { Language } from '../../model/language.ts'

/** Formats changes by other features for the log, in the language of the user. */
export interface OtherChanges {
  /** The change without who made it, with at most `characters` of its reason. */
  sentence: (change: PolicyEntry, characters: number) => string
  /** The name of the change, its reason and what else is to be said of it, for a table. */
  cells: (change: Omit<PolicyEntry, 'steamId'>) => { change: string; reason?: string; note?: string }
}

/** The dependencies of the command that shows the log. */
export interface LogContext {
  otherChanges: (language: Language) => OtherChanges
}

const ACTIONS: Record<WatchAction, true> = {
  added: true,
  removed: true,
  imported: true,
  expired: true,
  channel_set: true,
  forgotten: true,
}

export const isOfWatchList = (action: AuditAction): action is WatchAction => action in ACTIONS
