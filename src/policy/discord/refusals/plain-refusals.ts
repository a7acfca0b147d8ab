import { inlineCode } from 'discord.js'
import { ICONS } from '../../../lib/tone.ts'
import type { ShownRefusal } from '../../refusal-outbox.ts'
import { repeatedLines, withMention, type SentMessage } from '../../../outbox/message-parts.ts'
import type { Texts } from '../texts.ts'
import { createView, type View } from '../../../discord/view.ts'
import { REFUSED_ICON } from '../policy-icons.ts'
import { NAMED_REFUSALS, refusalMenu } from './refusals-digest.ts'

/**
 * A message about refusals for when the usual one cannot be made because of an error of ours. It depends on nothing but the ids of
 * the accounts.
 */
export function plainRefusals(message: SentMessage & { refusals: readonly ShownRefusal[] }, texts: Texts): View {
  const { refusals } = message
  const { mode = 'enforce' } = refusals[0] ?? {}
  const named = refusals.slice(0, NAMED_REFUSALS).map((refusal) => ({ ...refusal, reasons: [] }))
  const left = refusals.length - named.length
  const parts = [
    `## ${REFUSED_ICON} ${texts.refusals.digestTitle[mode](refusals.length)}`,
    [...named.map(({ steamId }) => inlineCode(steamId)), ...(left > 0 ? [texts.common.leftOut(left)] : [])].join('\n'),
    [`${ICONS.restricted} ${texts.refusals.notShown}`, ...repeatedLines(message, texts)].join('\n'),
  ]
  return withMention(
    createView(
      'incomplete',
      parts,
      refusalMenu(named, () => null, message, texts),
    ),
    message,
  )
}
