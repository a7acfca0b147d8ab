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
  // With "no bans on record" above it, the line about an earlier ban would be a contradiction.
  if (earlier && banStatusOf(account.bans) === 'clean' && account.stale !== true) {
    const verdict = emphasized(formatCleanWithEarlier(account.bans, earlier, texts))
    return {
      tone: toneWithEarlier(tone, earlier),
      verdict: [verdict, ...limitsOf(account, texts)].join(' · '),
      lines: [],
    }
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

function nameBans({ vac, game, community }: Omit<EarlierBans, 'seenUntil'>, { bans, results, list }: Texts): string {
  const parts = [
    ...(vac > 0 ? [bans.vac({ count: vac })] : []),
    ...(game > 0 ? [bans.game({ count: game })] : []),
    ...(community ? [bans.community] : []),
  ]
  return parts.length > 0 ? list(parts) : results.clean
}

/**
 * Describes the bans of an account: a tone, a sentence, and lines about earlier bans if the sentence does not name them. The tone is clean
 * only if bans and profile are known, the bans are current, and it is known that there were no other bans before.
 */
export function describeState(facts: Pick<Facts, 'bans' | 'profile'>, earlier: PastBans | undefined, texts: Texts) {
  const { tone, sentence, limits = [] } = describeNow(facts, texts)
  const toState = (statement: string) => [statement, ...limits].join(' · ')
  if (!earlier || facts.bans.kind !== 'known') return { tone, sentence: toState(sentence), lines: [] }
  if (banStatusOf(facts.bans.value) === 'clean' && !facts.bans.isStale) {
    const statement = formatCleanWithEarlier(facts.bans.value, earlier, texts)
    return { tone: toneWithEarlier(tone, earlier), sentence: toState(statement), lines: [] }
  }
  return { tone, sentence: toState(sentence), lines: earlierBanLines(facts.bans.value, earlier, texts) }
}

/** The tone and the sentence, and what limits the meaning of a record without bans. */
function describeNow(
  { bans, profile }: Pick<Facts, 'bans' | 'profile'>,
  texts: Texts,
): { tone: Tone; sentence: string; limits?: string[] } {
  const { lookup, common } = texts
  if (bans.kind !== 'known') return { tone: 'incomplete', sentence: common.bansUnknown }
  const status = banStatusOf(bans.value)
  if (status !== 'clean')
    return { tone: status, sentence: lookup[status]({ what: formatBans(bans.value, texts, escapeMarkdown) }) }
  if (bans.isStale) return { tone: 'incomplete', sentence: lookup.staleClean }
  const clean = { sentence: lookup.clean }
  const { isPrivate = null } = profile.kind === 'known' ? profile.value : {}
  if (isPrivate === null)
    return { ...clean, tone: 'incomplete', limits: [lookup.notChecked({ what: lookup.parts.profile })] }
  return isPrivate ? { ...clean, tone: 'private', limits: [common.profilePrivate] } : { ...clean, tone: 'clean' }
}
