import type { APIButtonComponent, APITextDisplayComponent } from 'discord.js'
import type { Language } from '../../model/language.ts'
import type { ServerKnowledge } from '../answer-lookup.ts'
import type { Context } from '../context.ts'
import type { ListedAccount } from '../listed-account.ts'
import type { RenewedRecords, StoredRecord } from '../shown-record.ts'
import type { KnownInServer } from '../worth-knowing.ts'

/** The dependencies of commands about accounts. */
export interface CardContext extends Context {
  /** What other features add to the answers of a server. */
  notes: (reader: Reader) => ServerNotes
}

/** Who reads an answer: a server, or null in a direct message, the language of the user, and when, Unix seconds. */
export interface Reader {
  guildId: string | null
  language: Language
  now: number
}

/** What other features add to the answers of a server: for the user alone, never for a posted message. */
export interface ServerNotes extends ServerKnowledge<AccountNotes>, ListNotes {
  /** What is known by now of accounts in a message that may be days old. */
  renewRecords(shown: readonly StoredRecord[]): Promise<RenewedRecords>
}

/** What is added to the card of an account. */
export interface AccountNotes extends KnownInServer {
  /** The entry of the account on the list of the server. */
  marks: string[]
  /** What the rules of the server would decide. */
  verdict: string[]
  buttons: APIButtonComponent[]
}

/** What is added to a list of accounts. */
export interface ListNotes {
  /** The accounts of a page that the rules of the server would refuse, as a private text within `room` characters. */
  refused(listed: readonly ListedAccount[], room: number): APITextDisplayComponent[]
  /** Buttons for the accounts in the table of the message: all, or the banned ones, which are `count`. */
  tableButtons(which: 'all' | 'banned', count: number): APIButtonComponent[]
}
