import type { ListNotes } from '../../src/accounts/discord/server-notes.ts'
import type { OtherChanges } from '../../src/watch/discord/command.ts'
import { formatPolicyChange, policyChangeCells } from '../../src/policy/discord/policy-log.ts'
import type { MoreOfAccount } from '../../src/accounts/discord/views/lookup-view.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import type { Facts } from '../../src/model/facts.ts'
import { toListedOwnBans, toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import type { FoundOwnBan } from '../../src/bans/find-own-ban.ts'
import type { MaybeBan } from '../../src/model/ban.ts'
import { doorNotes, listedDoor } from '../../src/policy/discord/policy-line.ts'
import type { Judging } from '../../src/policy/judge.ts'
import { toWatchNotes, type ListEntry } from '../../src/watch/discord/account-notes.ts'
import { historyOption, watchListedButtons } from '../../src/watch/discord/watch-parts.ts'

/** What the features of a server add to a list of accounts. */
export const listNotes = (
  texts: Texts,
  judging: Judging | null = null,
  ownBans: ReadonlyMap<string, MaybeBan> = new Map(),
): ListNotes => ({
  ownBans: () => toListedOwnBans(ownBans, texts),
  door: (listed) => listedDoor(judging, listed, texts),
  listButtons: (which, id, count) => watchListedButtons(which, id, count, texts),
})

interface KnownInServer {
  entry?: ListEntry
  judging?: Judging | null
  facts?: Facts
  ownBan?: FoundOwnBan
  /** Whether Steam reports a ban of the account. */
  hasBans?: boolean
}

/** What they add to the card of an account whose entry on the watch list is this. */
export const accountNotes = (
  steamId: string,
  texts: Texts,
  { entry = null, judging = null, facts, ownBan = { state: 'none' }, hasBans = false }: KnownInServer = {},
): NonNullable<MoreOfAccount['notes']> => ({
  ...toWatchNotes(steamId, entry, [], texts),
  door: doorNotes(judging, facts, { ownBan: ownBan.state, hasBans }, texts),
  more: [historyOption(steamId, texts)],
  ownBan: toOwnBanNotes(steamId, ownBan, texts),
})

/** How the log of a server shows the changes of its policy. */
export const policyChanges = (texts: Texts): OtherChanges => ({
  sentence: (change, characters) => formatPolicyChange(change, characters, texts),
  cells: (change) => policyChangeCells(change),
})
