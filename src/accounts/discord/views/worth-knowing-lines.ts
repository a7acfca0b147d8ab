import type { WorthKnowing } from '../../../model/worth-knowing.ts'
import { formatWorthKnowing } from '../../presentation/format-worth-knowing.ts'
import type { Texts } from '../texts.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { displayName } from './words.ts'

const MAX_NAMES = 5

/** The facts that anyone may see, below a title; empty without any. */
export function worthKnowingLines(facts: readonly WorthKnowing[], texts: Texts): string[] {
  const lines = facts.flatMap((fact) => formatWorthKnowing(fact, texts, relativeTime) ?? [])
  return lines.length === 0 ? [] : [`**${texts.worthKnowing.title}**\n${lines.map((line) => `• ${line}`).join('\n')}`]
}

/** The facts that only the server may see, without its watch list entry, which has its own line. */
export const formatPrivateFacts = (facts: readonly WorthKnowing[], texts: Texts): string[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== 'earlierNames') return []
    const names = fact.names.slice(0, MAX_NAMES).map((name) => displayName(name, texts))
    return [`🏷️ ${texts.worthKnowing.earlierNames(names.join(', '))}`]
  })
