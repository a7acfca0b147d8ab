import type { Caller } from '../lib/caller.ts'
import type { Account } from '../model/account.ts'
import type { Context } from './context.ts'
import { accountNotFound, findRecord } from './record.ts'
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
  const { personaname, profileurl, avatarfull, timecreated } = record.summary.value
  const account: Account = {
    steamId,
    profile: { personaname, profileurl, avatarfull, timecreated },
    bans: record.bans.value,
    rustHours: null,
    friendsPrivate: false,
    unavailable: [],
    fetchedAt: Math.min(record.summary.fetchedAt, record.bans.fetchedAt),
  }
  if (hours) {
    account.rustHours = hours.value
    account.fetchedAt = Math.min(account.fetchedAt, hours.fetchedAt)
  } else account.unavailable.push('rustHours')
  if (friends) {
    account.friendsPrivate = friends.value === null
    account.fetchedAt = Math.min(account.fetchedAt, friends.fetchedAt)
  } else account.unavailable.push('friendsPrivate')
  return account
}
