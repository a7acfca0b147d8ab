import type { MessageKind } from '../../../outbox/discord/message-kind.ts'
import type { PolicyRepositories } from '../../database/repositories.ts'
import { NOTICES, REFUSALS, type ShownRefusal } from '../../refusals.ts'
import type { Texts } from '../texts.ts'
import { refusalView } from './refusal-view.ts'
import { plainRefusals, refusalsDigest } from './refusals-digest.ts'

/** The messages about accounts that a policy refused, or would have refused. */
export const refusalMessages: MessageKind<ShownRefusal, Texts, PolicyRepositories> = {
  ...REFUSALS,
  single: refusalView,
  digest: refusalsDigest,
  plain: plainRefusals,
  log: {
    name: 'a message about refusals',
    count: 'refusals',
  },
}

/** The messages about accounts that violate a rule which only notifies. */
export const noticeMessages: typeof refusalMessages = {
  ...refusalMessages,
  ...NOTICES,
  log: {
    name: 'a message about notices',
    count: 'notices',
  },
}
