import type { Task } from './command.ts'
import type { Tone } from '../lib/tone.ts'
import { NOT_DONE_ICON } from './views/not-done.ts'
import type { Texts } from './texts/texts.ts'
import type { View } from './view.ts'

/** The task that failed. */
export type Attempt = Pick<Task, 'subject' | 'backTo' | 'retryId' | 'typedNote' | 'formId'> & { requestId: string }

/** How failures are shown and named; the bot itself knows none of those of its features. */
export interface ErrorWords<T extends Texts> {
  /** The message about an error; `now` in Unix milliseconds. */
  view(error: unknown, attempt: Attempt, now: number, texts: T): View
  /** Its code for log and metrics; `internal` for an unexpected one. */
  outcomeOf(error: unknown): string
}

/** An error in words. */
export interface Description {
  tone: Tone
  /** Before the title. */
  icon: string
  title: string
  sentence: string
}

/** A change that was not made, in words. */
export const describeNotDone = (title: string, sentence: string): Description => ({
  tone: 'incomplete',
  icon: NOT_DONE_ICON,
  title,
  sentence,
})
