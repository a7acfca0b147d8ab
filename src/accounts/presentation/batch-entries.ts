import type { Bans } from '../../model/account.ts'
import type { PastBans } from '../../model/ban-record.ts'
import { isInconclusive } from '../../model/error.ts'
import { banStatusOf, byBanStatus, toneOfRecord, toneWithoutProfile, type WithoutProfile } from './ban-status.ts'
import { type Tone, toneWithEarlier } from '../../lib/tone.ts'

/** An entry of a batch that resolved to an account. */
export interface FoundFacts {
  bans: Bans
  /** Unix seconds; null when the profile is private. */
  timecreated: number | null
  earlierBans?: PastBans | undefined
}

/**
 * An entry that failed. `bans` is the ban record, if the account has no profile or this answer lacks its profile; null without a record.
 */
export interface FailedFacts {
  code: string
  bans: Bans | null
  earlierBans?: PastBans | undefined
}

/** The fields of an entry that the order and the counts of a batch need. */
export type EntryFacts = FoundFacts | FailedFacts

const isFound = (entry: EntryFacts): entry is FoundFacts => !('code' in entry)

/** Whether an entry failed because of Steam or this server, so that a repetition may succeed. Its bans may be known nevertheless. */
export const isUncheckedEntry = (entry: EntryFacts): boolean => !isFound(entry) && isInconclusive(entry.code)

/** Why an entry with a ban record has no profile. */
export const whyEntryHasNoProfile = (entry: EntryFacts): WithoutProfile =>
  isUncheckedEntry(entry) ? 'profileNotReturned' : 'noProfile'

/** Whether the entry has a ban on record, with or without a profile. */
export const isBannedEntry = ({ bans }: EntryFacts) => bans !== null && banStatusOf(bans) === 'banned'

/** Whether the entry has a trade restriction and no ban on record. */
export const isRestrictedEntry = ({ bans }: EntryFacts) => bans !== null && banStatusOf(bans) === 'restricted'

/** The tone of one entry. An entry without a profile is never clean. */
export function toneOfEntry(entry: EntryFacts): Tone {
  if (isFound(entry)) return toneWithEarlier(toneOfRecord(entry.bans, entry), entry.earlierBans)
  return entry.bans === null ? 'incomplete' : toneWithoutProfile(entry.bans)
}

/** The most severe tone of the entries. */
export function toneOfBatch(entries: readonly EntryFacts[]): Tone {
  const tones = new Set(entries.map(toneOfEntry))
  return (
    (['banned', 'incomplete', 'restricted', 'neutral', 'private'] as const).find((tone) => tones.has(tone)) ?? 'clean'
  )
}

/** The tones in the order in which lists show entries. */
const TONE_ORDER: readonly Tone[] = ['banned', 'restricted', 'neutral', 'incomplete', 'private', 'clean']

/**
 * Sorts entries: banned, trade restriction only, earlier bans only, not known, private, no ban on record. Among banned entries, the newest
 * ban is first; the other groups keep their order.
 */
export function sortEntries<Entry extends EntryFacts>(entries: readonly Entry[]): Entry[] {
  const byBans = (a: EntryFacts, b: EntryFacts) => (a.bans && b.bans ? byBanStatus(a.bans, b.bans) : 0)
  return TONE_ORDER.flatMap((tone) => {
    const group = entries.filter((entry) => toneOfEntry(entry) === tone)
    return tone === 'banned' ? group.toSorted(byBans) : group
  })
}

/** Counts entries by kind. An entry without a profile is also counted by its bans. */
export function countEntries(entries: readonly EntryFacts[]) {
  const count = (matches: (entry: EntryFacts) => boolean) => entries.filter(matches).length
  return {
    /** Entries with a ban record. */
    known: count(({ bans }) => bans !== null),
    banned: count(isBannedEntry),
    restricted: count(isRestrictedEntry),
    /** Entries with earlier bans that are missing in the record. */
    withEarlierBans: count(({ earlierBans }) => typeof earlierBans === 'object'),
    /** Entries whose history cannot be read. */
    withUnreadableHistory: count(({ earlierBans }) => earlierBans === 'unreadable'),
    withoutProfile: count((entry) => !isFound(entry) && entry.bans !== null && !isUncheckedEntry(entry)),
    profileNotReturned: count((entry) => entry.bans !== null && isUncheckedEntry(entry)),
    notFound: count((entry) => !isFound(entry) && entry.bans === null && !isUncheckedEntry(entry)),
    unavailable: count((entry) => entry.bans === null && isUncheckedEntry(entry)),
  }
}
