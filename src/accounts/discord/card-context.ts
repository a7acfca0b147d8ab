import type { APIButtonComponent, APITextDisplayComponent } from 'discord.js'
import type { Language } from '../../model/language.ts'
import type { Account } from '../../model/account.ts'
import type { PastBans } from '../../model/earlier-bans.ts'
import type { Facts } from '../../model/facts.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { Context } from '../context.ts'
import type { ListedAccount } from '../listed-account.ts'
import type { RenewedRecords, ShownRecord, StoredRecord } from '../shown-record.ts'

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

/** What the features that remember know about accounts in a server: for the user alone, never for a posted message. */
export interface ServerNotes extends ListNotes {
  onAccount(account: Account, facts: Facts): Promise<AccountNotes>
  /**
   * The bans that were seen earlier and that these records no longer have, by account. Only watched accounts have a history, so that
   * answers about other accounts do not wait for the database.
   */
  findEarlierBans(shown: readonly ShownRecord[]): Promise<ReadonlyMap<SteamId, PastBans>>
  /** What is known by now of accounts in a message that may be days old. */
  renewRecords(shown: readonly StoredRecord[]): Promise<RenewedRecords>
}

/** What is added to the card of an account. */
export interface AccountNotes {
  /** The entry of the account on the list of the server. */
  marks: string[]
  isWatched: boolean
  /** The names that a watched account had before. */
  earlierNames: string[]
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
