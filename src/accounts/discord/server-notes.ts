import type { PastBans } from '../../model/ban-record.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { PartialRecord } from '../find-record.ts'
import type { APIButtonComponent } from 'discord.js'
import type { Audience } from '../../discord/command.ts'
import type { OwnBanMark } from '../../lib/tone.ts'
import type { Language } from '../../model/language.ts'
import type { ServerKnowledge } from '../answer-lookup.ts'
import type { Context } from '../context.ts'
import type { RenewedRecords, StoredRecord, ListedAccount } from '../shown-record.ts'
import type { KnownInServer } from '../select-worth-knowing.ts'

/** The dependencies of commands about accounts. */
export interface CardContext extends Context {
  /** Returns what other features add to the answers for this reader. */
  notes: (reader: Reader) => ServerNotes
  /** The documents that the operator has published, to which answers link. */
  published: OperatorLinks
}

/** The reader of an answer: the server (null where none has installed the bot), the user's language, and the time, Unix seconds. */
export interface Reader {
  guildId: string | null
  language: Language
  now: number
}

/**
 * What other features, such as the watch list, add to answers in Discord; the API never returns it. A card for a channel has only bans: those
 * in a record newer than the shown one, and those that were seen before and are missing in the newest record.
 */
export interface ServerNotes extends ServerKnowledge<AccountNotes>, ListNotes {
  /** Finds what has changed since the records in a message were read; the message may be days old. */
  renewRecords(shown: readonly StoredRecord[]): Promise<RenewedRecords>
  /** What the server's own ban list says about an account. */
  ownBan(steamId: SteamId): Promise<OwnBanNotes>
  /** The notes for a list of these accounts, with who has banned them here, when, and the notes, as far as the database answers in time. */
  withOwnBans(steamIds: readonly SteamId[]): Promise<ListNotes>
}

/** What the server's own ban list says about an account. */
export interface OwnBanNotes {
  /** Always `none` without a server. */
  state: OwnBanMark
  /** A short line about the state; empty without a ban. */
  verdict: string
  /** Everything about the ban in at most `room` characters, of which the first line needs up to 500; empty without a ban. */
  text(room: number): string
  /** A button to ban the account or to lift its ban. */
  buttons: APIButtonComponent[]
}

/** For an answer outside a server. */
export const NO_OWN_BAN: OwnBanNotes = { state: 'none', verdict: '', text: () => '', buttons: [] }

/** Maximum length of the text about the ban of an account in a message that shows more than its look-up. */
export const OWN_BAN_CHARACTERS = 700

/** What the server's own ban list says about the accounts of a list, known without the database. */
export interface ListedOwnBans {
  /** `banned` if any of the accounts is banned. */
  state: OwnBanMark
  stateOf(steamId: SteamId): OwnBanMark
  /** A short line with the number of banned accounts; empty without such accounts. */
  verdict: string
  /** The verdict, and the banned accounts among those that are shown, in at most `room` characters; empty without a verdict. */
  text(shown: readonly Pick<ListedAccount, 'steamId' | 'name'>[], room: number): string
}

/** What other features add to the message about one account. */
export interface AccountNotes extends KnownInServer {
  /** Lines about the entry of the account on the server's watch list. */
  marks: string[]
  /** Lines about the decision of the server's rules. */
  verdict: string[]
  ownBan: OwnBanNotes
  /** Buttons about the watch list. */
  buttons: APIButtonComponent[]
}

/** What other features add to the message with a list of accounts. */
export interface ListNotes {
  /** What the server's own ban list says about these accounts. */
  ownBans(steamIds: readonly SteamId[]): ListedOwnBans
  /**
   * A text, within `room` characters, about the accounts of a page that the server's rules would refuse; empty without such accounts.
   */
  refused(listed: readonly ListedAccount[], room: number): string[]
  /** Buttons for all accounts of the batch, or for the banned friends, that are kept under this id; `count` is their number. */
  listButtons(which: 'all' | 'banned', id: string, count: number): APIButtonComponent[]
}

interface NotesOptions extends Pick<Reader, 'guildId' | 'now'> {
  context: CardContext
  texts: Pick<Reader, 'language'>
  audience: Audience
}

/** What other features add to the answer to this invocation. */
export function notesFor({ context, guildId, texts, now, audience }: NotesOptions): ServerNotes {
  const notes = context.notes({ guildId, language: texts.language, now: Math.floor(now / 1_000) })
  return audience === 'channel' ? toChannelNotes(notes) : notes
}

/** The notes without everything that a server has decided or noted. An account that the server has banned does not look clean nevertheless. */
function toChannelNotes(team: ServerNotes): ServerNotes {
  const withhold = (state: OwnBanMark): OwnBanMark => (state === 'banned' ? 'withheld' : state)
  // Known without the database, which has the details that nobody is shown.
  const ownBan = async (steamId: SteamId) => ({ ...NO_OWN_BAN, state: withhold(team.ownBans([steamId]).state) })
  const list: ListNotes = {
    ownBans(steamIds) {
      const { state, stateOf } = team.ownBans(steamIds)
      return { state: withhold(state), stateOf: (steamId) => withhold(stateOf(steamId)), verdict: '', text: () => '' }
    },
    refused: () => [],
    listButtons: () => [],
  }
  return {
    ...team,
    ...list,
    ownBan,
    onAccount: async ({ steamId }) => ({
      marks: [],
      verdict: [],
      buttons: [],
      isWatched: false,
      earlierNames: [],
      ownBan: await ownBan(steamId),
    }),
    withOwnBans: async () => list,
  }
}

/** The earlier bans of one account; undefined without earlier bans, and when its record is unknown. */
export async function findEarlierBansOf(
  { findEarlierBans }: Pick<ServerNotes, 'findEarlierBans'>,
  steamId: SteamId,
  record: PartialRecord | null,
): Promise<PastBans | undefined> {
  const shown = record ? [{ steamId, bans: record.bans.value, fetchedAt: record.bans.fetchedAt }] : []
  return (await findEarlierBans(shown)).get(steamId)
}
