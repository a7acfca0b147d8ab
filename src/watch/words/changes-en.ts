import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from '../../accounts/words/values-en.ts'

const { number, noun } = createPlurals('en')
const more = noun({ one: 'more change', other: 'more changes' })

/** Texts about when a ban happened. They name intervals, because Steam gives no exact time. */
export const when = {
  onDays: (days: string) => `on ${days}`,
  /** Writes a day of the month without its month: `3` in `3 or 4 May`. */
  dayAlone: (day: string) => day,
  or: 'or',
  betweenTimes: (from: string, to: string, day: string) => `on ${day} between ${from} and ${to} UTC`,
  between: (from: string, to: string) => `between ${from} and ${to}`,
  betweenMoments: (from: string, to: string) => `between ${from} and ${to} UTC`,
  /** The interval with moments that Discord formats. */
  happened: (from: string, to: string) => `between ${from} and ${to}`,
  happenedAt: (moment: string) => `on ${moment}`,
  moment: (day: string, time: string) => `${day}, ${time}`,
}

/** Texts about changes of a ban record. */
export const changes = {
  newOne: { vac: 'new VAC ban', game: 'new game ban', community: 'new Steam Community ban' },
  newMany: {
    vac: noun({ one: 'new VAC ban', other: 'new VAC bans' }),
    game: noun({ one: 'new game ban', other: 'new game bans' }),
  },
  /** Texts by the new trade standing; Steam's words are an open set. */
  newTrade: (status: string) =>
    status === 'banned' ? 'new trade ban' : status === 'probation' ? 'new trade probation' : `trade: ${status}`,
  /** The counts are equal, but the days since the last ban are fewer. */
  newerBan: 'newer VAC or game ban',
  newerBanInFull: 'newer VAC or game ban, while Steam counts as many bans as before',
  lifted: (what: string) => `Steam no longer reports ${what}`,
  liftedOne: {
    vac: 'a VAC ban',
    game: 'a game ban',
    community: 'a Steam Community ban',
    trade: 'a trade restriction',
    tradeBan: 'a trade ban',
  },
  andMore: (what: string, count: number) => `${what}; ${more(count)}`,
  /** Labels of changed facts, as in `VAC bans 0 → 1`. */
  facts: { vac: 'VAC bans', game: 'Game bans', community: 'Steam Community ban', trade: 'Trade restriction' },
  newerBanDetail: (from: number, to: number) =>
    `Last ban ${daysAgo(from)} → ${daysAgo(to)}; Steam counts as many bans as before`,
  daysAgo: (count: number) => `${number(count)} d`,
  noRestriction: 'none',
}
