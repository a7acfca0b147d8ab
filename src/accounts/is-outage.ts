import { ERROR_TRAITS, RapsheetError } from '../model/error.ts'

/** Whether a stale answer may replace this error. It must not replace an unusable record, because Steam did answer. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof RapsheetError) || error.code === 'stopping') return false
  return ERROR_TRAITS[error.code].isTransient && error.isUnusableRecord !== true
}
