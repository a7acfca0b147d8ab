import type { bans as englishBans } from './bans-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from './values-de.ts'

const { noun } = createPlurals('de')

export const bans: typeof englishBans = {
  vac: noun({ one: 'VAC-Ban', other: 'VAC-Bans' }),
  game: noun({ one: 'Game-Ban', other: 'Game-Bans' }),
  community: 'Steam-Community-Ban',
  trade: (status) =>
    status === 'banned' ? 'Trade-Ban' : status === 'probation' ? 'Handel auf Bewährung' : `Handel: ${status}`,
  last: (count) => `letzter Ban ${daysAgo(count)}`,
  lastOfEither: (count) => `letzter VAC- oder Game-Ban ${daysAgo(count)}`,
  none: 'keine Bans',
}
