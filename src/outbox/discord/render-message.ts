import type { SteamId } from '../../model/steam-id.ts'
import { languageOf, type Translated } from '../../model/language.ts'
import type { View } from '../../discord/view.ts'
import type { FullMessage } from '../messages.ts'
import { NAMED } from './list-message.ts'
import type { MessageKind } from './message-kind.ts'

/** Finds the known profiles of accounts. */
export type FindProfiles = (
  steamIds: readonly SteamId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<SteamId, { name: string; avatar: string }>>

/** The view of a message that depends on nothing that could fail. */
export const renderPlain = <Shown extends { steamId: SteamId }, Texts>(
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  isRepeated: boolean,
  texts: Translated<Texts>,
): View => kind.plain(message.shown, { ...message, isRepeated }, texts[languageOf(message.locale)])

/** The view of a message in the language of its server, with the current names of accounts. */
export async function renderMessage<Shown extends { steamId: SteamId }, Texts>(
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  isRepeated: boolean,
  translated: Translated<Texts>,
  findProfiles: (steamIds: readonly SteamId[]) => ReturnType<FindProfiles>,
): Promise<View> {
  const { shown, isDigest } = message
  const texts = translated[languageOf(message.locale)]
  const sent = { ...message, isRepeated }
  const profiles = await findProfiles(shown.slice(0, NAMED).map(({ steamId }) => steamId))
  const [first] = shown
  if (!isDigest && first)
    return kind.single(first, profiles.get(first.steamId) ?? { name: null, avatar: '' }, sent, texts)
  return kind.digest(shown, new Map([...profiles].map(([steamId, { name }]) => [steamId, name])), sent, texts)
}
