import type { APIButtonComponent, APITextDisplayComponent } from 'discord.js'
import type { Language } from '../../model/language.ts'
import type { ServerKnowledge } from '../answer-lookup.ts'
import type { Context } from '../context.ts'
import type { ListedAccount } from '../listed-account.ts'
import type { RenewedRecords, StoredRecord } from '../shown-record.ts'
import type { KnownInServer } from '../select-worth-knowing.ts'

/** The dependencies of commands about accounts. */
export interface CardContext extends Context {
  /** Returns the additions of other features to the answers of a server. */
  notes: (reader: Reader) => ServerNotes
}

/** The reader of an answer: the server (null in a direct message), the user's language, and the time, Unix seconds. */
export interface Reader {
  guildId: string | null
  language: Language
  now: number
}

/** Additions of other features to the answers of a server; shown to the user alone, never in a posted message. */
export interface ServerNotes extends ServerKnowledge<AccountNotes>, ListNotes {
  /** The current state of accounts in a message that may be days old. */
  renewRecords(shown: readonly StoredRecord[]): Promise<RenewedRecords>
}

/** Additions to the card of an account. */
export interface AccountNotes extends KnownInServer {
  /** Lines about the entry of the account on the server's watch list. */
  marks: string[]
  /** Lines about the decision of the server's rules. */
  verdict: string[]
  buttons: APIButtonComponent[]
}

/** Additions to a list of accounts. */
export interface ListNotes {
  /** A private text, within `room` characters, about the accounts of a page that the server's rules would refuse. */
  refused(listed: readonly ListedAccount[], room: number): APITextDisplayComponent[]
  /** Buttons for the accounts in the table of the message: all of them, or the `count` banned ones. */
  tableButtons(which: 'all' | 'banned', count: number): APIButtonComponent[]
}
