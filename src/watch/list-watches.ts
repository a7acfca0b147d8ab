import { type ShownProfile, toShownProfile } from '../accounts/find-profiles.ts'
import type { AccountState } from './database/accounts.ts'
import type { WatchDatabase } from './database/repositories.ts'
import { watchedFacts } from '../accounts/to-facts.ts'
import type { Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Watch } from '../model/watch.ts'
import { type NewestBans, readBansBefore, toKnownBans } from './history.ts'
import type { WatchContext } from './watch-context.ts'

/** An entry of a list with the known facts of its account. */
export interface WatchEntry extends Watch, NewestBans {
  /** The profile from the cache; it may be as old as a stale answer. */
  profile: ShownProfile
  /** When the newest change after the baseline was seen; null without one. */
  changedAt: number | null
}

export interface ListFilter {
  show: 'all' | 'changed' | 'banned'
  /** Matches a part of the reason, the id or the name, ignoring case; an empty text matches all entries. */
  text: string
}

/**
 * The entries of a server that pass the filter. With `changed` they are in the order of their changes, newest first; otherwise in the order
 * of `rankOf`, then by their last ban. Equal entries are in the order of adding, newest first. `total` counts all entries.
 */
export async function listWatches(
  context: WatchContext,
  guildId: string,
  { show, text }: ListFilter,
): Promise<{ entries: WatchEntry[]; total: number }> {
  const { list, before } = await context.database.read(async ({ watches, accounts }) => {
    const list = await watches.list(guildId)
    const states = list.map(({ account }) => account)
    return { list, before: await readBansBefore(accounts, states) }
  }, guildId)
  const known = await Promise.all(list.map((watch) => toEntry(context, watch)))
  const entries = known.map((entry) => ({ ...entry, earlier: before.get(entry.steamId) }))
  const isShown = SHOWN[show]
  const wanted = text.trim().toLowerCase()
  return {
    entries: entries.filter((entry) => isShown(entry) && hasText(entry, wanted)).toSorted(ORDERS[show]),
    total: entries.length,
  }
}

/** The known facts of the accounts on the list of a server, the newest entry first. */
export async function listWatchedFacts(database: WatchDatabase, guildId: string): Promise<Facts[]> {
  const list = await database.read(({ watches }) => watches.list(guildId), guildId)
  return list.map(({ account }) => watchedFacts(account))
}

const SHOWN: Record<ListFilter['show'], (entry: WatchEntry) => boolean> = {
  all: () => true,
  changed: ({ changedAt }) => changedAt !== null,
  banned: ({ bans }) => bans.status === 'banned',
}

const byAdding = (a: WatchEntry, b: WatchEntry) => b.addedAt - a.addedAt
/** The rank of an entry, as in a batch: banned, trade restriction only, only earlier bans, not known, private, no ban on record. */
function rankOf({ bans: { status }, profile: { isPrivate }, earlier }: WatchEntry): number {
  if (status !== 'clean') return { banned: 0, restricted: 1, unknown: 3 }[status]
  if (isPrivate) return 4
  return earlier ? 2 : 5
}
const byStatus = (a: WatchEntry, b: WatchEntry) => rankOf(a) - rankOf(b)
const byBan = (a: WatchEntry, b: WatchEntry) => (b.bans.lastBan?.before ?? 0) - (a.bans.lastBan?.before ?? 0)
const byBans = (a: WatchEntry, b: WatchEntry) => byStatus(a, b) || byBan(a, b) || byAdding(a, b)
const ORDERS: Record<ListFilter['show'], (a: WatchEntry, b: WatchEntry) => number> = {
  all: byBans,
  changed: (a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0) || byAdding(a, b),
  banned: byBans,
}

async function toEntry(context: WatchContext, watch: Watch & { account: AccountState }): Promise<WatchEntry> {
  const { account, ...entry } = watch
  return {
    ...entry,
    profile: toShownProfile(await context.staleAnswers.getSummary(entry.steamId)),
    bans: toKnownBans(account),
    changedAt: changedAtOf(entry, account),
  }
}

/** When the newest observation of an account was first seen; null if it is not newer than the baseline of the entry. */
function changedAtOf({ baselineAt }: Watch, { current }: AccountState): number | null {
  return baselineAt !== null && current !== null && current.firstSeenAt > baselineAt ? current.firstSeenAt : null
}

function hasText({ reason, steamId, profile: { name } }: WatchEntry, wanted: string): boolean {
  return [reason, steamId, name ?? ''].some((field) => field.toLowerCase().includes(wanted))
}

/**
 * The entry of an account on the list of a server; null without one. It must be shown to that server only, never in a posted message or by
 * the API. Rejects with a DatabaseError, which must not fail a lookup.
 */
export async function findWatch(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<Watch | null> {
  return (await database.read(({ watches }) => watches.get(guildId, steamId))) ?? null
}
