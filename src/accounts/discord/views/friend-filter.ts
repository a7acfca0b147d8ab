import { z } from 'zod'
import { steamIdSchema, type ScanFindings } from '../../../model/account.ts'
import type { FoundBy, SteamId } from '../../../model/steam-id.ts'
import type { FriendConditions } from '../../presentation/friend-filter.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import type { PartialRecord } from '../../find-record.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { KEEP_RESULT_SECONDS, type PendingKind } from '../../../discord/pending.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { ViewedAccount } from './account-parts.ts'
import type { OwnBanNotes } from '../server-notes.ts'

/** The added-up results of the first parts of a friend list. */
export interface ScannedParts {
  banned: number
  checked: number
  /** How many parts were scanned, counted from the beginning of the list. */
  parts: number
}

/** Parses the custom id argument for `ScannedParts`. Its slash distinguishes it from a custom URL and a friend code. */
export const scannedArgument = z
  .string()
  .regex(/^\d{1,4}\/\d{1,4}\/\d{1,2}$/)
  .transform((arg): ScannedParts => {
    const [banned = 0, checked = 0, parts = 0] = arg.split('/').map(Number)
    return { banned, checked, parts }
  })

/** Which friends are listed, which page of the list is shown, and which part of a long friend list is checked. */
export interface FriendFilter extends FriendConditions {
  /** The page, counted from 0. */
  page: number
  /** The index of the first friend to check, newest friendship first. */
  offset: number
  /** The results of the first parts of the list, as far as they were known before this scan. */
  scanned?: ScannedParts
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
  /** The id under which the banned friends of the list are kept, and their number; absent where there are none. */
  banned?: { id: string; count: number } | undefined
}

/**
 * The custom id of a button that scans the friends of an account; `account` is an id or a custom URL name. With the action `turn`, the
 * button shows another page of such a scan.
 */
export function friendsId(
  account: string,
  { page, within, kind, offset, scanned }: FriendFilter,
  foundBy: FoundBy | null = null,
  action: 'friends' | 'turn' = 'friends',
): string {
  const counts = scanned === undefined ? [] : [`${scanned.banned}/${scanned.checked}/${scanned.parts}`]
  return toCustomId(action, account, page, within ?? '', kind, offset, ...toFoundByArguments(foundBy), ...counts)
}
