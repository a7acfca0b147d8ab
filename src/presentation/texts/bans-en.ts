import { lazyDateFormat } from '../../lib/lazy-date-format.ts'
import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from './values-en.ts'

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
  newCommunity: 'new community ban',
  trade: 'trade standing',
  /** Both counts stay equal, and the days since the last ban fell. */
  newerBan: 'a newer VAC or game ban, while Steam counts as many as before',
  lifted: (what: string) => `Steam no longer reports ${what}`,
  liftedVac: noun({ one: 'VAC ban', other: 'VAC bans' }),
  liftedGame: noun({ one: 'game ban', other: 'game bans' }),
  liftedCommunity: 'a community ban',
  liftedTrade: 'a trade restriction',
  daysAgo: (count: number) => `${number(count)} d`,
  goodStanding: 'good standing',
}

/** The bans of a record, in words. */
export const bans = {
  vac: noun({ one: 'VAC ban', other: 'VAC bans' }),
  game: noun({ one: 'game ban', other: 'game bans' }),
  community: 'community ban',
  trade: (status: string) =>
    status === 'banned' ? 'trade ban' : status === 'probation' ? 'trade probation' : `trade: ${status}`,
  last: (count: number) => `last ban ${daysAgo(count)}`,
  /** Replaces `last` when the date can be that of a VAC ban or of a game ban. */
  lastOfEither: (count: number) => `last ban ${daysAgo(count)} (VAC or game)`,
  none: 'no bans',
}
