import { lazy } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'
import { toShownHours } from '../presentation/shown-hours.ts'
import type { AccountTexts } from './account-texts.ts'

const { number, noun } = createPlurals('de')
const daysInDative = noun({ one: 'Tag', other: 'Tagen' })

export const daysAgo = (count: number) => (count === 0 ? 'heute' : `vor ${daysInDative(count)}`)

const regions = lazy(() => new Intl.DisplayNames('de', { type: 'region' }))

export const values: Pick<
  AccountTexts,
  'number' | 'percent' | 'hours' | 'minutes' | 'seconds' | 'daysAgo' | 'countries'
> = {
  number,
  percent: (value) => `${number(value)} %`,
  hours: (value) => `${number(toShownHours(value))} Std.`,
  minutes: (value) => `${number(value)} min`,
  seconds: (value) => `${number(value)} s`,
  daysAgo,
  countries: { of: (code: string) => regions().of(code) },
}
