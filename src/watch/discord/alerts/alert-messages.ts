import type { MessageKind } from '../../../outbox/discord/message-kind.ts'
import type { WatchRepositories } from '../../database/repositories.ts'
import { ALERTS, type Alert } from '../../alerts.ts'
import type { Texts } from '../texts.ts'
import { alertView } from './alert-view.ts'
import { digestView, plainView } from './digest-view.ts'

/** The messages about changes of watched accounts. */
export const alertMessages: MessageKind<Alert, Texts, WatchRepositories> = {
  ...ALERTS,
  single: alertView,
  digest: digestView,
  plain: plainView,
  log: {
    name: 'an alert',
    count: 'alerts',
  },
}
