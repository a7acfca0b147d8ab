/** What the log says of a ban, of an entry of the watch list or of an exception. */
export interface LoggedTerms {
  reason: string
  /** Unix seconds; null for never. */
  until: number | null
  /** The name of the account as it was stored with a ban; empty if it is unknown. */
  name?: string
  /** What only moderators read about a ban, of which the log says only whether it was changed. */
  note?: string
}

const NEVER = 'never'
const NOTE_CHANGED = 'note'

/**
 * The detail of a change in the log: the reason, the reason before if it differs, the end, the end before if it differs, the name, and
 * whether the note differs, one a line. Empty lines at the end are left out.
 * @example
 *   toTermsDetail({ reason: 'aimbot', until: null }) // 'aimbot'
 */
export function toTermsDetail({ reason, until, name = '', note = '' }: LoggedTerms, before?: LoggedTerms): string {
  const lines = [
    reason,
    before && before.reason !== reason ? before.reason : '',
    until ?? '',
    before && before.until !== until ? (before.until ?? NEVER) : '',
    name,
    before && (before.note ?? '') !== note ? NOTE_CHANGED : '',
  ]
  return lines.join('\n').replace(/\n+$/, '')
}

/** What `toTermsDetail` has written: `before` has only what has changed. */
export interface ReadTerms extends Required<Omit<LoggedTerms, 'note'>> {
  isNoteChanged: boolean
  before: { reason: string; until?: number | null }
}

/** Reads what `toTermsDetail` has written. */
export function readTermsDetail(detail: string): ReadTerms {
  const [reason = '', reasonBefore = '', until = '', untilBefore = '', name = '', note = ''] = detail.split('\n')
  return {
    reason,
    until: toEnd(until),
    name,
    isNoteChanged: note === NOTE_CHANGED,
    before: { reason: reasonBefore, ...(untilBefore === '' ? {} : { until: toEnd(untilBefore) }) },
  }
}

const toEnd = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
