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
    blocked: 'messages about refusals are held back until /watch channel is used',
    rejected: 'Discord rejected a message about refusals, which is given up',
    count: 'refusals',
  },
}

/** The messages about accounts that violate a rule which only notifies. */
export const noticeMessages: typeof refusalMessages = {
  ...refusalMessages,
  ...NOTICES,
  log: {
    name: 'a message about notices',
    blocked: 'messages about notices are held back until /watch channel is used',
    rejected: 'Discord rejected a message about notices, which is given up',
    count: 'notices',
  },
}
