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
  /** Seconds after which a message is given up; null for a kind whose entries are parked instead of given up. */
  lapseSeconds: number | null
}

/** The content of a message. */
export interface MessageContent<Shown> {
  /** The content of each entry, oldest first. */
  shown: Shown[]
  /** Whether an entry may have been sent already: before a restore, but after the backup that was restored. */
  isPossibleDuplicate: boolean
}

/** Takes the place of the account in an entry that is about no account. */
export const NO_ACCOUNT: SteamId = ''

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
  /** Reads the current content of a message, in the language of a Discord locale; `shown` is empty when all its entries were deleted. */
  read: (repositories: Repositories, message: Message, locale: string, now: number) => Promise<MessageContent<Shown>>
}
