import type { MessageKind } from '../../../outbox/discord/message-kind.ts'
import type { WatchRepositories } from '../../database/repositories.ts'
import { WATCHED_JOINS, type WatchedJoin } from '../../joins.ts'
import type { Texts } from '../texts.ts'
import { joinView } from './join-view.ts'
import { joinsDigest, plainJoins } from './joins-digest.ts'

/** The messages about watched accounts that game servers asked about. */
export const joinMessages: MessageKind<WatchedJoin, Texts, WatchRepositories> = {
  ...WATCHED_JOINS,
  single: joinView,
  digest: joinsDigest,
  plain: plainJoins,
  log: {
    name: 'a message about joins',
    count: 'joins',
  },
}
