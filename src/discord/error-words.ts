import type { Task, TypedFields } from './command.ts'
import type { Tone } from '../lib/tone.ts'
import { ERROR_ICON } from './views/parts.ts'
import type { Texts } from './texts/texts.ts'
import type { View } from './view.ts'

/** The task that failed. */
export interface Attempt extends Pick<Task, 'subject' | 'backTo' | 'retryId'> {
  /** What was typed into the form of the task. */
  typed?: TypedFields
  /** The custom id of a button that opens that form again. */
  formId?: string | undefined
  requestId: string
  /** The server if it has installed the bot; null elsewhere. */
  guildId: string | null
}

/** How failures are shown and named. The bot itself does not know the failures of features. */
export interface ErrorWords<T extends Texts> {
  /** The message about an error; `now` in Unix milliseconds. */
  view(error: unknown, attempt: Attempt, now: number, texts: T): Promise<View>
  /** The code of an error for log and metrics; `internal` for an unexpected error. */
  outcomeOf(error: unknown): string
}

/** The description of an error. */
export interface Description {
  tone: Tone
  /** The icon before the title. */
  icon: string
  /** The account that the error is about, in Markdown. */
  account?: string
  title: string
  sentence: string
}

/** Texts about refused changes that features share, under each code by which a feature means the same. */
export const byAllCodes = <T, C, F, A, N, L>(
  texts: T & { changed_meanwhile: C; list_full: F; total_full: A; no_token: N; note_too_long: L },
) => ({
  ...texts,
  all_bans_full: texts.total_full,
  ban_list_full: texts.list_full,
  ban_note_too_long: texts.note_too_long,
  exceptions_full: texts.list_full,
  presets_changed: texts.changed_meanwhile,
  reason_too_long: texts.note_too_long,
  token_gone: texts.no_token,
})

/** Describes a change that was refused. */
export const describeRefusedChange = (title: string, sentence: string): Description => ({
  tone: 'incomplete',
  icon: ERROR_ICON,
  title,
  sentence,
})
