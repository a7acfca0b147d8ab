import { time, TimestampStyles } from 'discord.js'
import type { PolicyTerms } from '../../model/policy.ts'
import { ICONS } from '../../lib/tone.ts'
import type { StoredException } from '../exceptions.ts'
import type { TokenStatus } from '../policy-status.ts'
import { ruleSentences } from '../rule-sentences.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Texts } from './texts.ts'
import { createView, type View } from '../../discord/view.ts'
import { formatEnd } from '../../discord/views/end.ts'

/** An exception with the name of its account, where it is known. */
export interface NamedException extends StoredException {
  name: string | null
}

/** Longer than an appeal, an exception's reason and the name of a token may be. */
const MAX_CHARACTERS = 200

/** A text from users on one line, escaped for Markdown. */
export const formatLine = (text: string) => escapeMarkdown(text, MAX_CHARACTERS) || '?'

/** The rules of a policy, one a line; `empty` without any. */
export function formatRules(terms: Pick<PolicyTerms, 'rules' | 'onUnknown'>, empty: string, texts: Texts): string {
  const sentences = ruleSentences(terms, texts.language)
  return sentences.length === 0 ? empty : sentences.map(({ sentence }) => `- ${sentence}`).join('\n')
}

export const formatMoment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)

/** The end of an exception. */
export const formatExceptionEnd = (until: number, texts: Texts) => formatEnd(until, formatMoment, texts)

/** A warning while no game server has a token, or none with a token has asked. */
export function connectionLines(tokens: readonly TokenStatus[], { policy }: Texts): string[] {
  if (tokens.length === 0) return [`${ICONS.restricted} **${policy.notConnected}** ${policy.notConnectedHint}`]
  if (tokens.some(({ lastAskedAt }) => lastAskedAt !== null)) return []
  return [`${ICONS.restricted} **${policy.notAsked}** ${policy.notAskedHint}`]
}

/** The reminder in `/policy show`, and where a policy begins to refuse players. */
export const cautionLine = ({ policy }: Texts) => `-# ${policy.caution}`

/** Says what a policy is, where there is none. */
export function noPolicyView(texts: Texts): View {
  const { policy } = texts
  const lines = [`## 🛡️ ${policy.none}`, policy.about, policy.begin, cautionLine(texts)]
  return createView('neutral', [lines.join('\n')], [])
}
