import { z } from 'zod'
import { steamIdSchema, type ScanFindings } from '../../../model/account.ts'
import type { FoundBy, SteamId } from '../../../model/steam-id.ts'
import type { FriendConditions } from '../../presentation/friend-filter.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import type { ScanCounts } from '../../../model/worth-knowing.ts'
import type { PartialRecord } from '../../find-record.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { KEEP_RESULT_SECONDS, type PendingKind } from '../../../discord/pending.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { ViewedAccount } from './account-parts.ts'
import type { OwnBanNotes } from '../server-notes.ts'

/** Which friends are listed, which page of the list is shown, and which part of a long friend list is checked. */
export interface FriendFilter extends FriendConditions {
  /** The page, counted from 0. */
  page: number
  /** The index of the first friend to check, newest friendship first. */
  offset: number
}

/** No filter: the first page of the first part. */
export const ALL_FRIENDS: FriendFilter = { kind: 'any', within: null, page: 0, offset: 0 }

/** The banned friends that the button below a scan puts on the watch list. */
export const BANNED_FRIENDS: PendingKind<SteamId[]> = {
  name: 'banned-friends',
  schema: z.array(steamIdSchema),
  keepSeconds: KEEP_RESULT_SECONDS,
}

/** The result of a friend scan, and the account whose friends it checked. */
export interface FriendScan extends ViewedAccount, ScanFindings {
  /** Number of friends that the scan covered. Friends who are missing from the counts of the result are deleted accounts. */
  total: number
  /** The record of the account whose friends were checked; null when its bans could not be fetched in time. */
  record: PartialRecord | null
  /** The server's own ban of the account. */
  ownBan?: OwnBanNotes | undefined
  /** Earlier bans of the account and of its friends that are missing in their records. */
  pastBans?: ReadonlyMap<SteamId, PastBans>
  /** The counts of all parts of the list that this process scanned within the last hour; absent without a finished scan. */
  allParts?: ScanCounts | undefined
  /** The id under which the banned friends of the list are kept, and their number; absent where there are none. */
  banned?: { id: string; count: number } | undefined
}

/**
 * The custom id of a button that scans the friends of an account; `account` is an id or a custom URL name. With `parts`, the button shows another
 * page of a scan of as many parts.
 */
export function friendsId(
  account: string,
  { page, within, kind, offset }: FriendFilter,
  foundBy: FoundBy | null = null,
  parts?: number,
): string {
  const args = [account, page, within ?? '', kind, offset, ...toFoundByArguments(foundBy)]
  return parts === undefined ? toCustomId('friends', ...args) : toCustomId('turn', parts, ...args)
}
