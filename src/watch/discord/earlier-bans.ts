import { formatEarlierBans } from '../../accounts/discord/views/earlier-bans.ts'
import { toneWithEarlier } from '../../lib/tone.ts'
import type { WatchEntry } from '../list-watches.ts'
import { toneOfStatus } from './known-bans.ts'
import type { Texts } from './texts.ts'

/** The tone of an entry of a watch list. */
export const toneOfWatched = ({ bans, profile, earlier }: Pick<WatchEntry, 'bans' | 'profile' | 'earlier'>) =>
  toneWithEarlier(toneOfStatus(bans.status, profile.isPrivate), earlier?.bans)

/** A line about the earlier bans of a watch list entry. */
export const watchedBanLines = ({ earlier }: Pick<WatchEntry, 'earlier'>, texts: Texts): string[] =>
  earlier ? [formatEarlierBans(earlier.newest, earlier.bans, texts)] : []
