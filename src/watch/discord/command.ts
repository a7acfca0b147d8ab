import type { CardContext } from '../../accounts/discord/server-notes.ts'
import type * as bot from '../../discord/command.ts'
import type { Subcommand as BotSubcommand } from '../../discord/subcommand.ts'
import type { LanguageContext } from '../server-settings.ts'
import type { WatchContext } from '../watch-context.ts'
import type { ForgetContext } from './forget-view.ts'
import type { ChannelContext } from './test-channel.ts'
import type { Texts } from './texts.ts'
import type { AuditChange } from '../read-audit-log.ts'
import type { Actor } from '../../model/actor.ts'
import type { Language } from '../../model/language.ts'
import type { Undo, UndoId } from '../../model/undo.ts'

/** Formats entries of a server's log that are not about its watch list, such as changes of the policy, in one language. */
export interface OtherChanges {
  /** Says what was changed, but not by whom, with at most `characters` of the reason; `name` is that of the account, null if it is unknown. */
  sentence: (change: AuditChange, characters: number, name: string | null) => string
  /** The cells for a table: name of the account, reason, end, and a note with further facts. */
  cells: (change: Omit<AuditChange, 'steamId'>) => LogCells
}

/** The cells of a table row about a change. */
export type LogCells = Partial<Record<'name' | 'reason' | 'until' | 'note', string>>

/** The dependencies of the command that shows the log. */
export interface LogContext {
  otherChanges: (language: Language) => OtherChanges
}

/** The dependencies of the Undo button. */
export interface UndoContext {
  /** Puts back what an action has changed; `imported` is the import whose bans were removed. */
  undoChange: (
    id: UndoId,
    actor: Actor,
  ) => Promise<{ undone: Undo; imported: { number: number; count: number } | null; undo: UndoId | null }>
}

/** The argument of a running task about watch lists. */
export type Invocation = bot.Invocation<
  WatchContext & CardContext & ChannelContext & LogContext & ForgetContext & LanguageContext,
  Texts
>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type Form = bot.Form<Invocation>
export type SlashCommand = bot.SlashCommand<Invocation>
export type Subcommand = BotSubcommand<Invocation>
