import { lazy } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'
import { toShownHours } from '../presentation/shown-hours.ts'

const { number, noun } = createPlurals('en')
const days = noun({ one: 'day', other: 'days' })

/** Formats how many days ago something was; 0 is today. */
export const daysAgo = (count: number) => (count === 0 ? 'today' : `${days(count)} ago`)

const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region' }))

/** Numbers with their unit, and country names. */
export const values = {
  number,
  /** A percentage, 0 to 100. */
  percent: (value: number) => `${number(value)}%`,
  hours: (value: number) => `${number(toShownHours(value))} h`,
  minutes: (value: number) => `${number(value)} min`,
  seconds: (value: number) => `${number(value)} s`,
  daysAgo,
  /** Country names by two-letter code. */
  countries: { of: (code: string) => regions().of(code) },
}
