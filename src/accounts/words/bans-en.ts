import { createPlurals } from '../../lib/plural.ts'
import { daysAgo } from './values-en.ts'

const { noun } = createPlurals('en')

/** The bans of a record, in words. */
export const bans = {
  vac: noun({ one: 'VAC ban', other: 'VAC bans' }),
  game: noun({ one: 'game ban', other: 'game bans' }),
  community: 'Steam Community ban',
  trade: (status: string) =>
    status === 'banned' ? 'trade ban' : status === 'probation' ? 'trade probation' : `trade: ${status}`,
  last: (count: number) => `last ban ${daysAgo(count)}`,
  /** Replaces `last` when the date can be that of a VAC ban or of a game ban. */
  lastOfEither: (count: number) => `last ban ${daysAgo(count)} (VAC or game)`,
  none: 'no bans',
}
