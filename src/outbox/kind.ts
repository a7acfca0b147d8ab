import type { Repositories } from '../database/database.ts'
import type { Message } from '../database/outbox.ts'
import type { SteamId } from '../model/steam-id.ts'

/** The rules by which the entries of one kind become messages. */
export interface KindRules {
  /** Stored with each entry and message. */
  name: string
  /** The most entries in one digest, whose file then stays far below Discord's limit of 10 MiB. */
  maxDigest: number
  /** For how long after a digest nothing else is sent, seconds; 0 where the next message may follow at once. */
  paceSeconds: number
  /** After how many seconds a message is given up. Null for a kind whose entries never expire: they are parked instead. */
  lapseSeconds: number | null
}

/** What a message shows of its entries. */
export interface MessageContent<Shown> {
  /** One for each entry, oldest first. */
  shown: Shown[]
  /** Whether one of them may have been sent before the database was restored from a backup, which does not know of it. */
  isPossibleDuplicate: boolean
}

/** A kind of entries, and how they are read. `Shown` is an entry with everything that a message shows of it. */
export interface Kind<Shown extends { steamId: SteamId }> extends KindRules {
  /** Reads what a message shows at this moment, in the language of a Discord locale; nothing when its entries were all deleted. */
  read(repositories: Repositories, message: Message, locale: string, now: number): Promise<MessageContent<Shown>>
}
