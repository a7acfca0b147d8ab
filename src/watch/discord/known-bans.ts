import type { BanRecord, Interval, BanStatus } from '../../model/ban-record.ts'
import { type Tone, toneWithEarlier } from '../../lib/tone.ts'
import type { ShownProfile } from '../../accounts/find-profiles.ts'
import type { KnownBans } from '../history.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import { formatInterval } from './interval.ts'
import type { Texts } from './texts.ts'
import { formatNewest } from '../../accounts/presentation/ban-status.ts'
import { formatEarlierBans } from '../../accounts/discord/views/earlier-bans.ts'
import type { WatchEntry } from '../list-watches.ts'

const DAY_SECONDS = 86_400
/** An interval of up to this many days is shown as one number, because Steam's count of days is no more exact. */
const MAX_OPEN_DAYS = 2

/** The tone of a watched account; never clean if its bans or profile are unknown, or its profile is private. */
function toneOfStatus(status: BanStatus, isPrivate: ShownProfile['isPrivate']): Tone {
  if (status === 'unknown') return 'incomplete'
  if (status !== 'clean' || isPrivate === false) return status
  return isPrivate === null ? 'incomplete' : 'private'
}

/** The bans of an account at the time `now`, Unix seconds, and whether its profile is private; null if that is unknown. */
export interface ShownBans {
  bans: KnownBans
  isPrivate: ShownProfile['isPrivate']
  now: number
}

/** Formats the known bans in one line, with the age of the newest one: `1 VAC ban, 412 days ago`. */
export function formatShownBans({ bans, isPrivate, now }: ShownBans, texts: Texts): string {
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0 } = bans.record ?? {}
  const known = formatKnownBans(bans, (span) => formatAge(span, now, vac + game, texts), texts)
  if (bans.status !== 'clean' || isPrivate === false) return known
  return texts.commas([known, isPrivate ? texts.common.profilePrivate : texts.common.profileUnknown])
}

/** What Steam says about the bans of an account, as on its card: `Steam: 1 VAC ban, 412 days ago`. */
export function formatSteamBans(shown: ShownBans, texts: Texts): string {
  const { bans, isPrivate } = shown
  const { lookup, common } = texts
  if (bans.status !== 'clean' || isPrivate === false) return toSteamLine(bans, formatShownBans(shown, texts), texts)
  return [lookup.clean, isPrivate ? common.profilePrivate : common.profileUnknown].join(' · ')
}

/** Names Steam as the source of these `known` bans, or says that there is no record. */
export function toSteamLine({ status, record }: KnownBans, known: string, { lookup, language }: Texts): string {
  if (record === null) return sentenceCase(known, language)
  return status === 'clean' ? lookup.clean : lookup[status === 'restricted' ? status : 'banned']({ what: known })
}

/** The age of the newest of `count` bans: Steam's count of days at the time `now`, or both ends of a longer interval. */
function formatAge({ after, before }: Interval, now: number, count: number, texts: Texts): string {
  const daysSince = (at: number) => Math.max(0, Math.floor((now - at) / DAY_SECONDS))
  const [least, most] = [daysSince(before), daysSince(after)]
  if (most - least > MAX_OPEN_DAYS) return texts.watch.lastBanBetween({ least, most })
  return formatNewest(count, Math.floor((least + most) / 2), texts)
}

/** Formats the known bans in one line, and names unknown fields. `escape` makes text from Steam safe for the target. */
export function formatKnownBans(
  { record, lastBan, hasNoRecord = false }: Pick<KnownBans, 'record' | 'lastBan'> & Partial<KnownBans>,
  formatLastBan: (span: Interval) => string,
  texts: Texts,
  escape: (word: string) => string = escapeMarkdown,
): string {
  const { watch, bans, results, commas } = texts
  if (record === null) return hasNoRecord ? watch.noRecord : watch.notChecked
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0, EconomyBan: trade = 'none' } = record
  const unknown = unknownFields(record, texts)
  const parts = [
    ...(vac > 0 ? [bans.vac({ count: vac })] : []),
    ...(game > 0 ? [bans.game({ count: game })] : []),
    ...(lastBan === null ? [] : [formatLastBan(lastBan)]),
    ...(record.CommunityBanned === true ? [bans.community] : []),
    ...(trade === 'none' ? [] : [bans.trade({ status: escape(trade) })]),
    ...(unknown === '' ? [] : [watch.unknownFields({ fields: unknown })]),
  ]
  return parts.length > 0 ? commas(parts) : results.clean
}

/** Formats the known bans in one line of plain text, for files and menus. */
export const formatPlainBans = (bans: KnownBans, texts: Texts): string =>
  formatKnownBans(bans, (span) => texts.watch.lastBan({ when: formatInterval(span, texts) }), texts, stripInvisible)

function unknownFields(record: BanRecord, { bans, kinds, list, watch }: Texts): string {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, CommunityBanned: community, EconomyBan: trade } = record
  return list([
    ...(vac === undefined ? [kinds.vac] : []),
    ...(game === undefined ? [kinds.game] : []),
    ...(community === undefined ? [bans.community] : []),
    ...(trade === undefined ? [watch.trade] : []),
  ])
}

/** The tone of an entry of a watch list. */
export const toneOfWatched = ({ bans, profile, earlier }: Pick<WatchEntry, 'bans' | 'profile' | 'earlier'>) =>
  toneWithEarlier(toneOfStatus(bans.status, profile.isPrivate), earlier?.bans)

/** A line about the earlier bans of a watch list entry. */
export const watchedBanLines = ({ earlier }: Pick<WatchEntry, 'earlier'>, texts: Texts): string[] =>
  earlier ? [formatEarlierBans(earlier.newest, earlier.bans, texts)] : []
