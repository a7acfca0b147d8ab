import type { Task } from './command.ts'
import type { Texts } from './texts/texts.ts'
import type { View } from './view.ts'

/** The task that failed. */
export type Attempt = Pick<Task, 'subject' | 'backTo' | 'retryId' | 'typedNote' | 'formId'> & { requestId: string }

/** How failures are shown and named; the bot itself knows none of those of its features. */
export interface ErrorWords {
  /** The message about an error; `now` in Unix milliseconds. */
  view(error: unknown, attempt: Attempt, now: number, texts: Texts): View
  /** Its code for log and metrics; `internal` for an unexpected one. */
  outcomeOf(error: unknown): string
}
