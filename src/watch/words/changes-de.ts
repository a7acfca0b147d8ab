import type { changes as englishChanges, when as englishWhen } from './changes-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from '../../accounts/words/values-de.ts'

const { noun } = createPlurals('de')
const more = noun({ one: 'weitere Änderung', other: 'weitere Änderungen' })

export const when: typeof englishWhen = {
  onDays: (days) => `am ${days}`,
  dayAlone: (day) => `${day}.`,
  or: 'oder',
  betweenTimes: (from, to, day) => `am ${day} zwischen ${from} und ${to} Uhr UTC`,
  between: (from, to) => `zwischen ${from} und ${to}`,
  betweenMoments: (from, to) => `zwischen ${from} und ${to} Uhr UTC`,
  happened: (from, to) => `zwischen dem ${from} und dem ${to}`,
  happenedAt: (moment) => `am ${moment}`,
  moment: (day, time) => `${day} um ${time}`,
}

export const changes: typeof englishChanges = {
  newOne: { vac: 'neuer VAC-Ban', game: 'neuer Game-Ban', community: 'neuer Steam-Community-Ban' },
  newMany: {
    vac: noun({ one: 'neuer VAC-Ban', other: 'neue VAC-Bans' }),
    game: noun({ one: 'neuer Game-Ban', other: 'neue Game-Bans' }),
  },
  newTrade: (status) =>
    status === 'banned' ? 'neuer Trade-Ban' : status === 'probation' ? 'Handel neu auf Bewährung' : `Handel: ${status}`,
  newerBan: 'neuerer VAC- oder Game-Ban',
  newerBanInFull: 'neuerer VAC- oder Game-Ban, obwohl Steam so viele Bans zählt wie zuvor',
  lifted: (what) => `Steam meldet ${what} nicht mehr`,
  liftedOne: {
    vac: 'einen VAC-Ban',
    game: 'einen Game-Ban',
    community: 'einen Steam-Community-Ban',
    trade: 'eine Handelsbeschränkung',
    tradeBan: 'einen Trade-Ban',
  },
  andMore: (what, count) => `${what}; ${more(count)}`,
  facts: { vac: 'VAC-Bans', game: 'Game-Bans', community: 'Steam-Community-Ban', trade: 'Handelsbeschränkung' },
  newerBanDetail: (from, to) => `Letzter Ban ${daysAgo(from)} → ${daysAgo(to)}; Steam zählt so viele Bans wie zuvor`,
  daysAgo: noun({ one: 'Tag', other: 'Tage' }),
  noRestriction: 'keine',
}
