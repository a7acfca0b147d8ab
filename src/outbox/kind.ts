import type { OutboxRepositories } from './database/repositories.ts'
import type { Message } from './database/outbox.ts'
import type { SteamId } from '../model/steam-id.ts'

/** The rules by which the entries of one kind become messages. */
export interface KindRules {
  /** The name that is stored with each entry and message. */
  name: string
  /** Maximum number of entries in one digest; its file then stays far below Discord's limit of 10 MiB. */
  maxDigest: number
  /** Pause after a digest, seconds; 0 if the next message may follow at once. */
  paceSeconds: number
}

/** What every message shows of an entry: its account, null for an entry about no account. */
export interface ShownEntry {
  steamId: SteamId | null
}

/**
 * A kind of entries, and how they are read from `Repositories`. `Shown` is an entry with everything that a message shows of it.
 */
export interface Kind<
  Shown extends ShownEntry,
  Repositories extends OutboxRepositories = OutboxRepositories,
> extends KindRules {
  /** Reads the entries of a message, oldest first, in the language of a Discord locale; empty when all were deleted. */
  read: (repositories: Repositories, message: Message, locale: string) => Promise<Shown[]>
  /** Whether an entry mentions the role for alerts; without this, no entry does. */
  mentionsRole?: (shown: Shown) => boolean
}
