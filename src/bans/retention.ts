import type { Retention } from '../database/database.ts'
import type { BanRepositories } from './database/repositories.ts'

/** How long a ban that has ended stays on the list as expired. */
const ENDED_SECONDS = 90 * 86_400

/** The bans that are deleted when their retention period has ended. */
export const BAN_RETENTION: Retention<Pick<BanRepositories, 'bans'>>[] = [
  ({ bans }, now) => bans.deleteEnded(now - ENDED_SECONDS),
]
