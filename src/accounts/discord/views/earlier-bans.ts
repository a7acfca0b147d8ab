import { time, TimestampStyles } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import { type BanRecord, type EarlierBans, type PastBans, statusOf } from '../../../model/ban-record.ts'
import { formatVerdict, toneOfAccount } from '../../presentation/account-verdict.ts'
import { ICONS, toneWithEarlier, type Tone } from '../../../lib/tone.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { banStatusOf, formatBans } from '../../presentation/ban-status.ts'
import type { Facts } from '../../../model/facts.ts'

/** The tone and the verdict of a looked-up account, and lines about its earlier bans if the verdict does not name them. */
export function describeAccount(account: Account, earlier: PastBans | undefined, texts: Texts) {
  const tone = toneOfAccount(account)
  if (earlier && tone === 'clean') {
    return { tone: toneWithEarlier(tone, earlier), verdict: formatEarlierBans(account.bans, earlier, texts), lines: [] }
  }
  const lines = earlierBanLines(account.bans, earlier, texts)
  return { tone, verdict: formatVerdict(account, texts, escapeMarkdown), lines }
}

/** A sentence such as `Steam reports no ban now; 1 game ban was seen until 3 November 2026.`, or that earlier bans are unknown. */
export function formatEarlierBans(bans: BanRecord, earlier: PastBans, texts: Texts): string {
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0, CommunityBanned: community = false } = bans
  if (earlier === 'unreadable') {
    return [...(statusOf(bans) === 'clean' ? [texts.earlierBans.noBanNow] : []), texts.earlierBans.unreadable].join(' ')
  }
  const { seenUntil, ...lost } = earlier
  const hasBans = vac > 0 || game > 0 || community
  const count = lost.vac + lost.game + Number(lost.community)
  const until = time(seenUntil, TimestampStyles.LongDate)
  // "No ban" is true only of a record whose fields are all known and clean.
  if (!hasBans && statusOf(bans) !== 'clean')
    return texts.earlierBans.noLongerReported({ earlier: nameBans(lost, texts), until })
  const sentence = texts.earlierBans.seenEarlier[count === 1 ? 'one' : 'other']
  return sentence({ now: nameBans({ vac, game, community }, texts), earlier: nameBans(lost, texts), until })
}

/** The sentence of `formatEarlierBans` with an icon, as one line; empty without earlier bans. */
export const earlierBanLines = (bans: BanRecord, earlier: PastBans | undefined, texts: Texts): string[] =>
  earlier ? [`${ICONS[toneWithEarlier('clean', earlier)]} ${formatEarlierBans(bans, earlier, texts)}`] : []

function nameBans(
  { vac, game, community }: Omit<EarlierBans, 'seenUntil'>,
  { bans, list, earlierBans }: Texts,
): string {
  const parts = [
    ...(vac > 0 ? [bans.vac({ count: vac })] : []),
    ...(game > 0 ? [bans.game({ count: game })] : []),
    ...(community ? [bans.community] : []),
  ]
  return parts.length > 0 ? list(parts) : earlierBans.noBan
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
      sentence: formatEarlierBans(facts.bans.value, earlier, texts),
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
  if (isPrivate === null) return state('incomplete', lookup.incomplete({ what: lookup.parts.profile }))
  return isPrivate ? state('private', lookup.private) : state('clean', lookup.clean)
}
