import type { bans as englishBans } from './bans-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from './values-de.ts'

const { noun } = createPlurals('de')

export const bans: typeof englishBans = {
  vac: noun({ one: 'VAC-Bann', other: 'VAC-Banns' }),
  game: noun({ one: 'Spielbann', other: 'Spielbanns' }),
  community: 'Steam-Community-Bann',
  trade: (status) =>
    status === 'banned' ? 'Handelssperre' : status === 'probation' ? 'Handel auf Bewährung' : `Handel: ${status}`,
  last: (count) => `letzter Bann ${daysAgo(count)}`,
  lastOfEither: (count) => `letzter Bann ${daysAgo(count)} (VAC oder Spiel)`,
  none: 'keine Banns',
}
