import { banStatusOf } from '../../presentation/ban-status.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import type { Tone } from '../../presentation/tone.ts'
import type { Facts } from '../../service/policy/facts.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'

/** What Steam says about the bans of an account, as a tone and a sentence; clean only if all of it is known and current. */
export function describeState({ bans, profile }: Pick<Facts, 'bans' | 'profile'>, texts: Texts) {
  const { lookup, policyTest } = texts
  const state = (tone: Tone, sentence: string) => ({ tone, sentence })
  if (bans.kind !== 'known') return state('incomplete', policyTest.bansUnknown)
  const status = banStatusOf(bans.value)
  if (status !== 'clean') return state(status, lookup[status](formatBans(bans.value, texts, escapeMarkdown)))
  if (bans.isStale) return state('incomplete', lookup.staleClean)
  const { isPrivate = null } = profile.kind === 'known' ? profile.value : {}
  if (isPrivate === null) return state('incomplete', lookup.incomplete(lookup.parts.profile))
  return isPrivate ? state('private', lookup.private) : state('clean', lookup.clean)
}
