import { createCallContext } from '../../../lib/call-context.ts'
import type { Context } from '../../../accounts/context.ts'
import { findProfiles } from '../../../accounts/find-profiles.ts'
import type { FullNotice } from '../../refusal-outbox.ts'
import { languageOf, type Translated } from '../../../model/language.ts'
import type { Texts } from '../texts.ts'
import type { View } from '../../../discord/view.ts'
import { plainRefusals } from './plain-refusals.ts'
import { refusalView } from './refusal-view.ts'
import { NAMED_REFUSALS, refusalsDigest } from './refusals-digest.ts'

const isRepeatedIn = ({ isPerhapsTold }: FullNotice, isRepeated: boolean) => isRepeated || isPerhapsTold

/** The view of a message as `renderNotice` makes it, without anything that could fail. */
export const renderPlainNotice = (message: FullNotice, isRepeated: boolean, texts: Translated<Texts>): View =>
  plainRefusals({ ...message, isRepeated: isRepeatedIn(message, isRepeated) }, texts[languageOf(message.locale)])

/** The view of a message in the language of its server, with the names that accounts have at this moment. */
export async function renderNotice(
  context: Pick<Context, 'steam' | 'staleAnswers' | 'loop'>,
  message: FullNotice,
  isRepeated: boolean,
  translated: Translated<Texts>,
  signal: AbortSignal,
): Promise<View> {
  const { refusals, isDigest } = message
  const texts = translated[languageOf(message.locale)]
  const marked = { ...message, isRepeated: isRepeatedIn(message, isRepeated) }
  const named = refusals.slice(0, NAMED_REFUSALS).map(({ steamId }) => steamId)
  const profiles = await findProfiles(context, named, createCallContext(signal))
  const [first] = refusals
  if (!isDigest && first)
    return refusalView(first, profiles.get(first.steamId) ?? { name: null, avatar: '' }, marked, texts)
  const names = new Map([...profiles].map(([steamId, { name }]) => [steamId, name]))
  return refusalsDigest({ ...marked, names }, texts)
}
