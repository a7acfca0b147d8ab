import { createCallContext } from '../../../lib/call-context.ts'
import { findProfiles } from '../../../accounts/find-profiles.ts'
import type { DueMessage } from '../../outbox.ts'
import type { WatchContext } from '../../watch-context.ts'
import { languageOf, type Translated } from '../../../model/language.ts'
import type { Texts } from '../texts.ts'
import type { View } from '../../../discord/view.ts'
import { alertView } from './alert-view.ts'
import { digestView, NAMED_ALERTS } from './digest-view.ts'
import { plainView } from './plain-view.ts'

/** The view of a message as `renderMessage` makes it, without anything that could fail. */
export const renderPlain = (message: DueMessage, isRepeated: boolean, texts: Translated<Texts>): View =>
  plainView({ ...message, isRepeated }, texts[languageOf(message.locale)])

/** The view of a message in the language of its server, with the names that accounts have at this moment. */
export async function renderMessage(
  context: WatchContext,
  message: DueMessage,
  isRepeated: boolean,
  translated: Translated<Texts>,
  signal: AbortSignal,
): Promise<View> {
  const { alerts, isDigest } = message
  const texts = translated[languageOf(message.locale)]
  const named = alerts.slice(0, NAMED_ALERTS).map(({ steamId }) => steamId)
  const profiles = await findProfiles(context, named, createCallContext(signal))
  const [first] = alerts
  if (!isDigest && first) {
    const profile = profiles.get(first.steamId) ?? { name: null, avatar: '' }
    return alertView(first, profile, { ...message, isRepeated }, texts)
  }
  const names = new Map([...profiles].map(([steamId, { name }]) => [steamId, name]))
  return digestView({ ...message, isRepeated, names }, texts)
}
