import type { SteamId } from '../../model/steam-id.ts'
import type { View } from '../../discord/view.ts'
import type { Kind } from '../kind.ts'
import type { KnownProfile, SentMessage } from './message-parts.ts'

/** A kind of entries, and how the bot shows them with the texts of its feature. */
export interface MessageKind<Shown extends { steamId: SteamId }, Texts> extends Kind<Shown> {
  /** The message about one entry. */
  single(shown: Shown, profile: KnownProfile, message: SentMessage, texts: Texts): View
  /** One message about many entries. `names`: those of accounts, as far as they are known. */
  digest(shown: readonly Shown[], names: ReadonlyMap<SteamId, string>, message: SentMessage, texts: Texts): View
  /** A message for when the usual one cannot be made because of an error of ours; it depends on nothing that could fail. */
  plain(shown: readonly Shown[], message: SentMessage, texts: Texts): View
  log: LogWords
}

/** What the log says about a kind. */
export interface LogWords {
  /** Such as `an alert`. */
  name: string
  /** When the channel cannot be used. */
  blocked: string
  /** When Discord refuses a message for good. */
  rejected: string
  /** The name of the number of entries. */
  count: string
}
