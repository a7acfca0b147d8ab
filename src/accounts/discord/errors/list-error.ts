import { inlineCode, userMention } from 'discord.js'
import { DatabaseError } from '../../../model/database-error.ts'
import type { Tone } from '../../../lib/tone.ts'
import { PolicyError } from '../../../model/policy-error.ts'
import { WatchError, type WatchProblem } from '../../../model/watch-error.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../../../discord/texts/texts.ts'
import { NOT_DONE_ICON } from '../../../discord/views/not-done.ts'
import { describePolicyProblem } from '../../../policy/discord/policy-error.ts'
import { formatDate, formatReason } from '../../../watch/discord/watch-parts.ts'

/** An error in words. */
export interface Description {
  tone: Tone
  /** Before the title. */
  icon: string
  title: string
  sentence: string
}

/** The message about an error of watch lists, policies or their database; undefined for all other errors. */
export function describeListError(error: unknown, texts: Texts): Description | undefined {
  if (error instanceof DatabaseError) {
    const { databaseErrors } = texts
    const kind = error.problem === 'full' || error.problem === 'busy' ? error.problem : 'failed'
    return describe(databaseErrors.titles[kind], databaseErrors[kind])
  }
  if (error instanceof PolicyError) {
    const { problem } = error
    return describe(texts.policyErrorTitles[problem.code], describePolicyProblem(problem, texts))
  }
  if (!(error instanceof WatchError)) return undefined
  const { problem } = error
  return describe(texts.watchErrorTitles[problem.code], describeWatchProblem(problem, texts))
}

const describe = (title: string, sentence: string): Description => ({
  tone: 'incomplete',
  icon: NOT_DONE_ICON,
  title,
  sentence,
})

function describeWatchProblem(problem: WatchProblem, { watchErrors }: Texts): string {
  switch (problem.code) {
    case 'already_watched': {
      const { steamId, addedAt, addedBy, reason } = problem.watch
      return watchErrors.already_watched(
        inlineCode(steamId),
        formatDate(addedAt),
        userMention(addedBy),
        formatReason(reason),
      )
    }
    case 'not_watched':
      return watchErrors.not_watched(inlineCode(problem.steamId))
    case 'list_full':
    case 'total_full':
      return watchErrors[problem.code](problem.limit)
    case 'reason_missing':
      return watchErrors.reason_missing
    case 'reason_too_long':
      return watchErrors.reason_too_long(problem.length, problem.limit)
    case 'until_malformed':
    case 'until_past':
    case 'until_too_far':
      return watchErrors[problem.code](escapeMarkdown(problem.value))
    case 'nothing_new':
      return watchErrors.nothing_new(problem.alreadyWatched)
  }
}
