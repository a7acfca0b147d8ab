const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_SECONDS = 86_400
const FIRST_DATE = '1970-01-01'
/** The last day whose end fits into 32 bits. */
const LAST_DATE = '2106-02-05'

/** The end of a day in UTC, Unix seconds, by its date such as 2027-01-01; null for another text, and for a day before 1970. */
export function endOfDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || text < FIRST_DATE || text > LAST_DATE) return null
  return endOfDay(Number(year), Number(month), Number(day))
}

/** The end of a day in UTC, Unix seconds: the midnight after it; null for a day that the calendar does not have. */
export function endOfDay(year: number, month: number, day: number): number | null {
  const start = new Date(Date.UTC(year, month - 1, day))
  // `Date` carries the 31st of June over to July.
  if (start.getUTCDate() !== day || start.getUTCMonth() !== month - 1) return null
  return start.getTime() / 1000 + DAY_SECONDS
}

/** The time by which an end is shown: the last second of the day that ends then, because midnight would show the next day. */
export const toShownEnd = (until: number): number => (until % DAY_SECONDS === 0 ? until - 1 : until)
