import type { ReadEventsCursor } from '../../http/paging.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import type { PutWatchContext } from '../put-watch.ts'

/** What the routes of watch lists need. */
export interface WatchRoutesContext extends PutWatchContext {
  /** Whether the tools of a Discord server have calls to Steam left today. */
  mayToolsAskSteam: (guildId: string) => boolean
  eventsCursor: ReadEventsCursor<WatchRepositories>
}
