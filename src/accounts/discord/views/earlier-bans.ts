import { bold, time, TimestampStyles } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import { type BanRecord, type EarlierBans, type PastBans, statusOf } from '../../../model/ban-record.ts'
import { formatStatement, limitsOf, toneOfAccount } from '../../presentation/account-verdict.ts'
import { ICONS, toneWithEarlier, type OwnBanMark, type Tone } from '../../../lib/tone.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { banStatusOf, formatBans } from '../../presentation/ban-status.ts'
import type { Facts } from '../../../model/facts.ts'

/**
 * What Steam says about the bans of a looked-up account, for a card that also says what the server has decided (`own`): its tone, the verdict in
 * Markdown, and lines about earlier bans if the verdict does not name them.
 */
export function describeAccount(account: Account, earlier: PastBans | undefined, own: OwnBanMark, texts: Texts) {
  const tone = toneOfAccount(account)
  // The server's own ban is the verdict of the card, and what Steam says is a further fact.
  const emphasized = (verdict: string) => (own === 'banned' ? verdict : bold(verdict))
  if (earlier && tone === 'clean') {
    const verdict = emphasized(formatCleanWithEarlier(account.bans, earlier, texts))
    return { tone: toneWithEarlier(tone, earlier), verdict, lines: [] }
  }
  const lines = earlierBanLines(account.bans, earlier, texts)
  const isOnNoList = own === 'none' && banStatusOf(account.bans) === 'clean' && account.stale !== true
  const statement = isOnNoList ? texts.card.noBansAnywhere : formatStatement(account, texts, escapeMarkdown)
  return { tone, verdict: [emphasized(statement), ...limitsOf(account, texts)].join(' · '), lines }
}

/** A line such as `Steam now: no bans · until 3 November 2026: 1 game ban`, or that earlier bans are unknown. */
export function formatEarlierBans(bans: BanRecord, earlier: PastBans, texts: Texts): string {
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0, CommunityBanned: community = false } = bans
  if (earlier === 'unreadable') return texts.earlierBans.unreadable
  const { seenUntil, ...lost } = earlier
  const hasBans = vac > 0 || game > 0 || community
  const until = time(seenUntil, TimestampStyles.LongDate)
  // "No ban" is true only of a record whose fields are all known and clean.
  if (!hasBans && statusOf(bans) !== 'clean')
    return texts.earlierBans.noLongerReported({ earlier: nameBans(lost, texts), until })
  const now = nameBans({ vac, game, community }, texts)
  return texts.earlierBans.seenEarlier({ now, earlier: nameBans(lost, texts), until })
}

/** What Steam says about an account without bans that had or may have had bans before. */
export function formatCleanWithEarlier(bans: BanRecord, earlier: PastBans, texts: Texts): string {
  const before = formatEarlierBans(bans, earlier, texts)
  return earlier === 'unreadable' ? [texts.lookup.clean, before].join(' · ') : before
}

/** The sentence of `formatEarlierBans` with an icon, as one line; empty without earlier bans. */
export const earlierBanLines = (bans: BanRecord, earlier: PastBans | undefined, texts: Texts): string[] =>
  earlier ? [`${ICONS[toneWithEarlier('clean', earlier)]} ${formatEarlierBans(bans, earlier, texts)}`] : []

function nameBans({ vac, game, community }: Omit<EarlierBans, 'seenUntil'>, { bans, list }: Texts): string {
  const parts = [
    ...(vac > 0 ? [bans.vac({ count: vac })] : []),
    ...(game > 0 ? [bans.game({ count: game })] : []),
    ...(community ? [bans.community] : []),
  ]
  return parts.length > 0 ? list(parts) : bans.none
}

/**
 * Describes the bans of an account: a tone, a sentence, and lines about earlier bans if the sentence does not name them. The tone is clean
 * only if bans and profile are known, the bans are current, and it is known that there were no other bans before.
 */
export function describeState(facts: Pick<Facts, 'bans' | 'profile'>, earlier: PastBans | undefined, texts: Texts) {
  const { tone, sentence } = describeNow(facts, texts)
  if (!earlier || facts.bans.kind !== 'known') return { tone, sentence, lines: [] }
  if (tone === 'clean') {
    return {
      tone: toneWithEarlier(tone, earlier),
      sentence: formatCleanWithEarlier(facts.bans.value, earlier, texts),
      lines: [],
    }
  }
  return { tone, sentence, lines: earlierBanLines(facts.bans.value, earlier, texts) }
}

function describeNow({ bans, profile }: Pick<Facts, 'bans' | 'profile'>, texts: Texts) {
  const { lookup, common } = texts
  const state = (tone: Tone, sentence: string) => ({ tone, sentence })
  if (bans.kind !== 'known') return state('incomplete', common.bansUnknown)
  const status = banStatusOf(bans.value)
  if (status !== 'clean') return state(status, lookup[status]({ what: formatBans(bans.value, texts, escapeMarkdown) }))
  if (bans.isStale) return state('incomplete', lookup.staleClean)
  const { isPrivate = null } = profile.kind === 'known' ? profile.value : {}
  const limited = (limit: string) => [lookup.clean, limit].join(' · ')
  if (isPrivate === null) return state('incomplete', limited(lookup.notChecked({ what: lookup.parts.profile })))
  return isPrivate ? state('private', limited(common.profilePrivate)) : state('clean', lookup.clean)
}
