import type { PastBans } from '../../model/ban-record.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { PartialRecord } from '../find-record.ts'
import type { APIButtonComponent } from 'discord.js'
import type { Audience, Invocation } from '../../discord/command.ts'
import type { MoreOption } from '../../discord/views/more-menu.ts'
import { signOf, type OwnBanMark } from '../../lib/tone.ts'
import type { Language } from '../../model/language.ts'
import type { ServerKnowledge } from '../answer-lookup.ts'
import type { Context } from '../context.ts'
import type { ListedRecord, RenewedRecords, StoredRecord } from '../shown-record.ts'

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
  /** Whether the user may see the exceptions of the server's policy. */
  mayManage: boolean
  language: Language
  now: number
}

/**
 * What other features, such as the watch list, add to answers in Discord; the API never returns it. A card for a channel has only what Steam
 * reports now or reported before (`toChannelNotes`).
 */
export interface ServerNotes extends ServerKnowledge<AccountNotes>, ListNotes {
  /** Finds what has changed since the records in a message were read; the message may be days old. */
  renewRecords(shown: readonly StoredRecord[]): Promise<RenewedRecords>
  /** What the server's own ban list says about an account. */
  ownBan(steamId: SteamId): Promise<OwnBanNotes>
}

/** What the server's own ban list says about an account. */
export interface OwnBanNotes {
  state: OwnBanMark
  /** That the account is banned and until when, or that the list cannot be read; empty without a ban. */
  verdict: string
  /** The verdict, the reason, who banned the account, and the start of the note, in one line; empty without a ban. */
  line: string
  /** A button to ban the account or to lift its ban. */
  buttons: APIButtonComponent[]
  /** What else can be done about the ban, for a menu. */
  more: MoreOption[]
}

/** For an answer outside a server. */
export const NO_OWN_BAN: OwnBanNotes = { state: 'noList', verdict: '', line: '', buttons: [], more: [] }

/** What the server's own ban list says about an account, with its sign, for a message whose heading has none. */
export async function findSignedBan(server: Pick<ServerNotes, 'ownBan'>, steamId: SteamId): Promise<OwnBanNotes> {
  const own = await server.ownBan(steamId)
  // What is said of an account without a ban is an exception, which has its own sign.
  const toSigned = (text: string) =>
    text === '' || own.state === 'none' ? text : `${signOf('neutral', own.state)} ${text}`
  return { ...own, verdict: toSigned(own.verdict), line: toSigned(own.line) }
}

/** For a message that a whole channel sees. */
const WITHHELD: OwnBanNotes = { ...NO_OWN_BAN, state: 'withheld' }

/** What the server's own ban list says about the accounts of a list, known without the database. */
export interface ListedOwnBans {
  /** `banned` if any of the accounts is banned. */
  state: OwnBanMark
  stateOf(steamId: SteamId): OwnBanMark
  /** A short line with the number of banned accounts; empty without such accounts. */
  verdict: string
  /** A few words in the row of an account: that the server has banned it, and why; empty for other accounts. */
  factsOf(steamId: SteamId): string[]
}

/** What the server's rules and exceptions say about the accounts of a list, by what the list has of them. */
export interface ListedDoor {
  /** `limited` if an account is refused; `clean` otherwise, also while the rules only count. */
  tone: 'limited' | 'clean'
  /** How many accounts the rules refuse, or would refuse; empty without such accounts. */
  line: string
  refused: ReadonlySet<SteamId>
}

export const NO_LISTED_DOOR: ListedDoor = { tone: 'clean', line: '', refused: new Set() }

/** What the rows of a list say of the server: its own bans, and whom its rules refuse. */
export type RowNotes = { ownBans: ListedOwnBans } & Partial<Pick<ListedDoor, 'refused'>>

/** What the server's rules and exceptions say about an account. */
export interface DoorNotes {
  /** Whether the rules refuse the account, or an exception lets it in. */
  state: 'refused' | 'excepted' | 'none'
  /** The exception, in one line; empty without one. */
  exception: string
  /** Lines about the decision of the rules, and what they would report. */
  lines: string[]
}

export const NO_DOOR: DoorNotes = { state: 'none', exception: '', lines: [] }

const toListed = (state: 'noList' | 'withheld'): ListedOwnBans => ({
  state,
  stateOf: () => state,
  verdict: '',
  factsOf: () => [],
})

/** For a list outside a server. */
export const NO_OWN_BANS = toListed('noList')

/** What other features add to the message about one account. */
export interface AccountNotes {
  /** Lines about the entry of the account on the server's watch list. */
  marks: string[]
  /** Earlier names of a watched account, newest first. */
  earlierNames: string[]
  door: DoorNotes
  ownBan: OwnBanNotes
  /** Buttons about the watch list. */
  buttons: APIButtonComponent[]
  /** What the menu *More …* offers because of the server: each with the custom id of a component that shows it. */
  more: MoreOption[]
}

/** What other features add to the message with a list of accounts. */
export interface ListNotes {
  /** What the server's own ban list says about these accounts. */
  ownBans(steamIds: readonly SteamId[]): ListedOwnBans
  /** What the server's rules say about these accounts. */
  door(listed: readonly ListedRecord[]): ListedDoor
  /** Buttons for all accounts of the batch, or for the banned friends, that are kept under this id; `count` is their number. */
  listButtons(which: 'all' | 'banned', id: string, count: number): APIButtonComponent[]
}

interface NotesOptions extends Pick<Reader, 'guildId' | 'now'>, Pick<Invocation, 'isAllowed'> {
  context: CardContext
  texts: Pick<Reader, 'language'>
  audience: Audience
}

/** What other features add to the answer to this invocation. */
export function notesFor({ context, guildId, isAllowed, texts, now, audience }: NotesOptions): ServerNotes {
  const notes = context.notes({
    guildId,
    mayManage: isAllowed('ManageGuild'),
    language: texts.language,
    now: Math.floor(now / 1_000),
  })
  return audience === 'channel' ? toChannelNotes(notes) : notes
}

/** The notes without everything that a server has decided or noted. */
function toChannelNotes(team: ServerNotes): ServerNotes {
  return {
    ...team,
    ownBans: () => toListed('withheld'),
    door: () => NO_LISTED_DOOR,
    listButtons: () => [],
    ownBan: async () => WITHHELD,
    onAccount: async () => ({
      marks: [],
      door: NO_DOOR,
      more: [],
      buttons: [],
      earlierNames: [],
      ownBan: WITHHELD,
    }),
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
