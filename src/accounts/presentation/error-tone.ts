import type { errors } from '../words/errors-en.ts'
import type { Tone } from '../../lib/tone.ts'

/** Tones of the failures of a look-up; `incomplete` for all others, which never looks like a clean account. */
export const ERROR_TONES: Partial<Record<keyof typeof errors, Tone>> = {
  friends_private: 'private',
  stats_private: 'private',
  overloaded: 'limited',
  budget_spent: 'limited',
  rate_limited: 'limited',
}
