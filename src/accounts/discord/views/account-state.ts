import { banStatusOf, formatBans } from '../../presentation/ban-status.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import { type Tone, toneWithEarlier } from '../../../lib/tone.ts'
import type { Facts } from '../../../model/facts.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { earlierBanLines, formatEarlierBans } from './earlier-bans.ts'

/**
 * Describes the bans of an account as a tone, a sentence, and its earlier bans if the sentence does not name them. Clean only if all facts
 * are known and current, and no other bans were seen before.
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
  if (status !== 'clean') return state(status, lookup[status](formatBans(bans.value, texts, escapeMarkdown)))
  if (bans.isStale) return state('incomplete', lookup.staleClean)
  const { isPrivate = null } = profile.kind === 'known' ? profile.value : {}
  if (isPrivate === null) return state('incomplete', lookup.incomplete(lookup.parts.profile))
  return isPrivate ? state('private', lookup.private) : state('clean', lookup.clean)
}
