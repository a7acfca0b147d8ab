import { time, TimestampStyles } from 'discord.js'
import type { PolicyTerms } from '../../model/policy.ts'
import type { StoredException } from '../../service/policy/exceptions.ts'
import { ruleSentences } from '../../service/policy/rule-sentences.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { createView, type View } from '../view.ts'
import { formatEnd } from './end.ts'

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
  const sentences = ruleSentences(terms, texts.policyLanguage)
  return sentences.length === 0 ? empty : sentences.map(({ sentence }) => `- ${sentence}`).join('\n')
}

export const formatMoment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)

/** The end of an exception. */
export const formatExceptionEnd = (until: number, texts: Texts) => formatEnd(until, formatMoment, texts)

/** The reminder below everything that shows or changes what a policy refuses. */
export const cautionLine = ({ policy }: Texts) => `-# ${policy.caution}`

/** Says what a policy is, where there is none. */
export function noPolicyView(texts: Texts): View {
  const { policy } = texts
  const lines = [`## 🛡️ ${policy.none}`, policy.about, policy.begin, cautionLine(texts)]
  return createView('neutral', [lines.join('\n')], [])
}
