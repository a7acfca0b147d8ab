import { lazyDateFormat } from '../../lib/lazy-date-format.ts'
import { createPlurals } from '../../lib/plural.ts'

const { number, noun } = createPlurals('en')

const UTC = { timeZone: 'UTC' } as const

/** Days and times in UTC; British English writes the day before the month, and the time with 24 hours. */
export const dates = {
  day: lazyDateFormat('en-GB', { dateStyle: 'long', ...UTC }),
  dayAndMonth: lazyDateFormat('en-GB', { day: 'numeric', month: 'long', ...UTC }),
  dayOfMonth: lazyDateFormat('en-GB', { day: 'numeric', ...UTC }),
  time: lazyDateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...UTC }),
}

/** When a ban happened; Steam gives no moment, so all of these name a span. */
export const when = {
  onDays: (days: string) => `on ${days}`,
  /** Writes a day of the month without its month: `3` in `3 or 4 May`. */
  dayAlone: (day: string) => day,
  or: 'or',
  betweenTimes: (from: string, to: string, day: string) => `on ${day} between ${from} and ${to} UTC`,
  between: (from: string, to: string) => `between ${from} and ${to}`,
  betweenMoments: (from: string, to: string) => `between ${from} and ${to} UTC`,
  moment: (day: string, time: string) => `${day}, ${time}`,
}

/** What changed in a ban record. */
export const changes = {
  newVac: noun({ one: 'new VAC ban', other: 'new VAC bans' }),
  newGame: noun({ one: 'new game ban', other: 'new game bans' }),
  newCommunity: 'new Steam Community ban',
  trade: 'trade restriction',
  /** Both counts stay equal, and the days since the last ban fell. */
  newerBan: 'a newer VAC or game ban, while Steam counts as many as before',
  lifted: (what: string) => `Steam no longer reports ${what}`,
  liftedVac: noun({ one: 'VAC ban', other: 'VAC bans' }),
  liftedGame: noun({ one: 'game ban', other: 'game bans' }),
  liftedCommunity: 'a Steam Community ban',
  liftedTrade: 'a trade restriction',
  daysAgo: (count: number) => `${number(count)} d`,
  /** The trade restriction of an account that has none. */
  unrestricted: 'none',
}
