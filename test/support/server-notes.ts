import type { ListNotes } from '../../src/accounts/discord/server-notes.ts'
import type { OtherChanges } from '../../src/watch/discord/command.ts'
import { formatPolicyChange, policyChangeCells } from '../../src/policy/discord/policy-log.ts'
import type { MoreOfAccount } from '../../src/accounts/discord/views/lookup-view.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import type { Facts } from '../../src/model/facts.ts'
import { toListedOwnBans, toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import type { FoundOwnBan } from '../../src/bans/find-own-ban.ts'
import type { ShownBan } from '../../src/bans/discord/ban-parts.ts'
import { policyLines, refusedTexts } from '../../src/policy/discord/policy-line.ts'
import type { Judging } from '../../src/policy/judge.ts'
import { toWatchNotes, type ListEntry } from '../../src/watch/discord/account-notes.ts'
import { watchListedButtons } from '../../src/watch/discord/watch-parts.ts'

/** What the features of a server add to a list of accounts. */
export const listNotes = (
  texts: Texts,
  judging: Judging | null = null,
  ownBans: ReadonlyMap<string, ShownBan> | 'unknown' = new Map(),
): ListNotes => ({
  ownBans: () => toListedOwnBans(ownBans, texts),
  refused: (listed, room) => refusedTexts(judging, listed, room, texts),
  listButtons: (which, id, count) => watchListedButtons(which, id, count, texts),
})

interface KnownInServer {
  entry?: ListEntry
  judging?: Judging | null
  facts?: Facts
  ownBan?: FoundOwnBan
}

/** What they add to the card of an account whose entry on the watch list is this. */
export const accountNotes = (
  steamId: string,
  texts: Texts,
  { entry = null, judging = null, facts, ownBan = { state: 'none' } }: KnownInServer = {},
): NonNullable<MoreOfAccount['notes']> => ({
  ...toWatchNotes(steamId, entry, [], texts),
  verdict: policyLines(judging, facts, ownBan.state, texts),
  ownBan: toOwnBanNotes(steamId, ownBan, texts),
})

/** How the log of a server shows the changes of its policy. */
export const policyChanges = (texts: Texts): OtherChanges => ({
  sentence: (change, characters) => formatPolicyChange(change, characters, texts),
  cells: (change) => policyChangeCells(change, texts),
})
