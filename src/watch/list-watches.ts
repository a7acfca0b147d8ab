import { type ShownProfile, toShownProfile } from '../accounts/find-profiles.ts'
import type { AccountState } from './database/accounts.ts'
import type { WatchDatabase } from './database/repositories.ts'
import { watchedFacts } from '../accounts/to-facts.ts'
import type { Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Watch } from '../model/watch.ts'
import { type NewestBans, readBansBefore, toKnownBans } from './history.ts'
import type { AlertBlock } from '../outbox/database/guilds.ts'
import { ALERTS } from './alerts.ts'
import { type RefusedLog, refusedLogOf } from './server-settings.ts'
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

/** The state of a list, as its server sees it: whether the list is checked in time, and whether alerts arrive. */
export interface WatchStatus {
  /** Number of entries; `limit` is the maximum. */
  count: number
  limit: number
  /** Null until `/watch channel` has set it. */
  alertChannelId: string | null
  alertRoleId: string | null
  /** Whether watched accounts that join a game server are reported. */
  reportsJoins: boolean
  /** Why Discord refused the last alert; null if it did not. */
  alertBlock: AlertBlock | null
  /** The channel that `/settings log` has set, if Discord refused the last line there. */
  refusedLog: RefusedLog | null
  /** Number of alerts that wait for delivery. */
  waiting: number
  /** The interval of the sweeps, seconds: the configured interval, or that of the newest sweep if it is longer. */
  intervalSeconds: number
  /** Whether the interval is longer than configured, because sweeps may use only a tenth of the day's calls. */
  isStretched: boolean
  /** When the newest finished sweep ended; null before the first. */
  lastSweepAt: number | null
  /**
   * Numbers of entries. `neverChecked`: not checked yet. `noRecord`: Steam has no record. `overdue`: last checked more than two intervals
   * ago.
   */
  neverChecked: number
  noRecord: number
  overdue: number
}

export async function watchStatus(
  { database, clock, limits, intervalSeconds: configured }: WatchContext,
  guildId: string,
): Promise<WatchStatus> {
  return database.read(async ({ guilds, watches, outbox, sweeps }) => {
    const guild = await guilds.get(guildId)
    const sweep = await sweeps.latest()
    const list = await watches.list(guildId)
    const intervalSeconds = Math.max(configured, sweep?.intervalSeconds ?? 0)
    const overdueSince = clock.unixSeconds() - 2 * intervalSeconds
    const known = list.map(({ account }) => toKnownBans(account))
    return {
      count: list.length,
      limit: limits.maxPerGuild,
      alertChannelId: guild?.alertChannelId ?? null,
      alertRoleId: guild?.alertRoleId ?? null,
      reportsJoins: guild?.reportsJoins ?? true,
      alertBlock: guild?.alertBlock ?? null,
      refusedLog: refusedLogOf(guild),
      waiting: await outbox.countDue(ALERTS.name, clock.unixSeconds(), guildId),
      intervalSeconds,
      isStretched: intervalSeconds > configured,
      lastSweepAt: await sweeps.lastFinishedAt(),
      neverChecked: known.filter(({ checkedAt, hasNoRecord }) => checkedAt === null && !hasNoRecord).length,
      noRecord: known.filter(({ hasNoRecord }) => hasNoRecord).length,
      overdue: known.filter(({ checkedAt }) => checkedAt !== null && checkedAt < overdueSince).length,
    }
  })
}
