import type { Caller } from '../lib/caller.ts'
import type { Account, Bans } from '../model/account.ts'
import type { Dated } from '../model/dated.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FriendList } from '../steam/friends.ts'
import type { Summary } from '../steam/summaries.ts'
import type { Context } from './context.ts'
import { accountNotFound, findRecord } from './record.ts'
import type { AccountRecord } from './record.ts'
import { resolveAccount } from './resolve.ts'
import { partOf, valueIfHad, waitForParts } from './settled.ts'

/** Once name and bans are there, a moderator waits no longer than this for hours and friend-list visibility. */
const PATIENCE_MS = 3_000

/** Looks one account up, in whatever form it is named. Parts that cannot be had are listed, never guessed. */
export async function lookup(context: Context, input: string, caller: Caller): Promise<Account> {
  const steamId = await resolveAccount(context, input, caller)
  const hoursPart = partOf(context.steam.getRustHours(steamId, caller))
  const friendsPart = partOf(context.steam.getFriends(steamId, caller))
  const record = await findRecord(context, steamId, caller)
  if (!record) throw accountNotFound(steamId)

  // Each on its own: hours that hang do not make a friend list that came unknown.
  if (!hoursPart.settled || !friendsPart.settled) await waitForParts(PATIENCE_MS, [hoursPart, friendsPart])
  const hours = valueIfHad(hoursPart)
  const friends = valueIfHad(friendsPart)
  return assemble(steamId, record, hours, friends)
}

type Hours = Dated<number | null> | undefined
type Friends = Dated<FriendList | null> | undefined

/**
 * The account last made of a summary, with the parts it was made of. As long as all of them are remembered a lookup gives
 * the very same account again, so that it is assembled, and written as JSON, once.
 */
const assembled = new WeakMap<Summary, { bans: Bans; hours: Hours; friends: Friends; account: Account }>()

function assemble(
  steamId: SteamId,
  { summary, bans, fetchedAt }: AccountRecord,
  hours: Hours,
  friends: Friends,
): Account {
  const last = assembled.get(summary)
  if (last?.account.steamId === steamId && last.bans === bans && last.hours === hours && last.friends === friends)
    return last.account
  const { personaname, profileurl, avatarfull, timecreated } = summary
  const account: Account = {
    steamId,
    profile: { personaname, profileurl, avatarfull, timecreated },
    bans,
    rustHours: hours?.value ?? null,
    friendsPrivate: friends?.value === null,
    unavailable: [...(hours ? [] : ['rustHours' as const]), ...(friends ? [] : ['friendsPrivate' as const])],
    fetchedAt: Math.min(fetchedAt, hours?.fetchedAt ?? fetchedAt, friends?.fetchedAt ?? fetchedAt),
  }
  assembled.set(summary, { bans, hours, friends, account })
  return account
}
