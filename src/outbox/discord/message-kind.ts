import type { SteamId } from '../../model/steam-id.ts'
import type { View } from '../../discord/view.ts'
import type { OutboxRepositories } from '../database/repositories.ts'
import type { Kind, ShownEntry } from '../kind.ts'
import type { KnownProfile } from '../../discord/views/picture.ts'
import type { SentMessage } from './message-parts.ts'

/** A kind of entries, and how the bot shows them, with the texts of its feature. */
export interface MessageKind<
  Shown extends ShownEntry,
  Texts,
  Repositories extends OutboxRepositories = never,
> extends Kind<Shown, Repositories> {
  /** The message about one entry. */
  single(shown: Shown, profile: KnownProfile, message: SentMessage, texts: Texts): View
  /** One message about many entries; `names` has the known names of accounts. */
  digest(shown: readonly Shown[], names: ReadonlyMap<SteamId, string>, message: SentMessage, texts: Texts): View
  log: LogWords
}

/** Words for the log lines about a kind. */
export interface LogWords {
  /** The message with its article, such as `an alert`. */
  name: string
  /** The name of the log field for the number of entries. */
  count: string
}
