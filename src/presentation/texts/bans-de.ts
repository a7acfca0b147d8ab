import { lazyDateFormat } from '../../lib/lazy-date-format.ts'
import type {
  bans as englishBans,
  changes as englishChanges,
  dates as englishDates,
  when as englishWhen,
} from './bans-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from './values-de.ts'

const { number, noun } = createPlurals('de')

const UTC = { timeZone: 'UTC' } as const

export const dates: typeof englishDates = {
  day: lazyDateFormat('de', { dateStyle: 'long', ...UTC }),
  dayAndMonth: lazyDateFormat('de', { day: 'numeric', month: 'long', ...UTC }),
  dayOfMonth: lazyDateFormat('de', { day: 'numeric', ...UTC }),
  time: lazyDateFormat('de', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...UTC }),
}

export const when: typeof englishWhen = {
  onDays: (days) => `am ${days}`,
  dayAlone: (day) => `${day}.`,
  or: 'oder',
  betweenTimes: (from, to, day) => `am ${day} zwischen ${from} und ${to} Uhr UTC`,
  between: (from, to) => `zwischen ${from} und ${to}`,
  betweenMoments: (from, to) => `zwischen ${from} und ${to} Uhr UTC`,
  moment: (day, time) => `${day} um ${time}`,
}

export const changes: typeof englishChanges = {
  newVac: noun({ one: 'neuer VAC-Bann', other: 'neue VAC-Banns' }),
  newGame: noun({ one: 'neuer Spielbann', other: 'neue Spielbanns' }),
  newCommunity: 'neuer Community-Bann',
  trade: 'Handel',
  newerBan: 'ein neuerer VAC- oder Spielbann, obwohl Steam so viele zählt wie zuvor',
  lifted: (what) => `Steam meldet nicht mehr: ${what}`,
  liftedVac: noun({ one: 'VAC-Bann', other: 'VAC-Banns' }),
  liftedGame: noun({ one: 'Spielbann', other: 'Spielbanns' }),
  liftedCommunity: 'Community-Bann',
  liftedTrade: 'Handelsbeschränkung',
  daysAgo: (count) => `${number(count)} T`,
  goodStanding: 'ohne Einschränkung',
}

export const bans: typeof englishBans = {
  vac: noun({ one: 'VAC-Bann', other: 'VAC-Banns' }),
  game: noun({ one: 'Spielbann', other: 'Spielbanns' }),
  community: 'Community-Bann',
  trade: (status) =>
    status === 'banned' ? 'Handelssperre' : status === 'probation' ? 'Handel auf Bewährung' : `Handel: ${status}`,
  last: (count) => `letzter Bann ${daysAgo(count)}`,
  lastOfEither: (count) => `letzter Bann ${daysAgo(count)} (VAC oder Spiel)`,
  none: 'keine Banns',
}
