/** What the log says of a ban, of an entry of the watch list or of an exception. */
export interface LoggedTerms {
  reason: string
  /** Unix seconds; null for never. */
  until: number | null
  /** The name of the account as it was stored with a ban; empty if it is unknown. */
  name?: string
}

const NEVER = 'never'

/**
 * The detail of a change in the log: the reason, the reason before if it differs, the end, the end before if it differs, and the name, one a
 * line. Empty lines at the end are left out.
 * @example
 *   toTermsDetail({ reason: 'aimbot', until: null }) // 'aimbot'
 */
export function toTermsDetail({ reason, until, name = '' }: LoggedTerms, before?: LoggedTerms): string {
  const lines = [
    reason,
    before && before.reason !== reason ? before.reason : '',
    until ?? '',
    before && before.until !== until ? (before.until ?? NEVER) : '',
    name,
  ]
  return lines.join('\n').replace(/\n+$/, '')
}

/** What `toTermsDetail` has written: `before` has only what has changed. */
export interface ReadTerms extends Required<LoggedTerms> {
  before: { reason: string; until?: number | null }
}

/** Reads what `toTermsDetail` has written. */
export function readTermsDetail(detail: string): ReadTerms {
  const [reason = '', reasonBefore = '', until = '', untilBefore = '', name = ''] = detail.split('\n')
  return {
    reason,
    until: toEnd(until),
    name,
    before: { reason: reasonBefore, ...(untilBefore === '' ? {} : { until: toEnd(untilBefore) }) },
  }
}

const toEnd = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
