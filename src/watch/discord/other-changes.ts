import type { AuditAction, PolicyEntry, WatchAction } from '../read-audit-log.ts'
import type { Language } from '../../model/language.ts'

/** How the log shows the changes of other features, in the language of the user. */
export interface OtherChanges {
  /** The change without who made it, with at most `characters` of its reason. */
  sentence: (change: PolicyEntry, characters: number) => string
  /** The name of the change, its reason and what else is to be said of it, for a table. */
  cells: (change: Omit<PolicyEntry, 'steamId'>) => { change: string; reason?: string; note?: string }
}

/** What the command that shows the log needs. */
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
