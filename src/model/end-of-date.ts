const DATE = /^\d{4}-\d{2}-\d{2}$/
const DAY_SECONDS = 86_400
/** The last day whose end fits into 32 bits. */
const LAST_DATE = '2106-02-05'

/** The end of a day in UTC, Unix seconds, by its date such as 2027-01-01; null for another text, and for a day before 1970. */
export function endOfDate(text: string): number | null {
  if (!DATE.test(text) || text > LAST_DATE) return null
  const start = Date.parse(`${text}T00:00:00Z`)
  // V8 takes the 30th of February for the 2nd of March.
  if (Number.isNaN(start) || start < 0 || !new Date(start).toISOString().startsWith(text)) return null
  return start / 1000 + DAY_SECONDS
}
