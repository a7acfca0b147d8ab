import { inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import type { WatchError, WatchProblem } from '../../model/watch.ts'
import { byAllCodes, describeRefusedChange, type Description } from '../../discord/error-words.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formatDate, relativeTime } from '../../discord/views/parts.ts'
import type { Texts } from './texts.ts'
import { formatReason } from './watch-parts.ts'

/** Describes why a watch list could not be changed, and what to do next. */
export const describeWatchError = ({ problem }: WatchError, texts: Texts): Description =>
  describeRefusedChange(
    { ...byAllCodes(texts.changeErrorTitles), ...texts.watchErrorTitles }[problem.code],
    describeWatchProblem(problem, texts),
  )

function describeWatchProblem(problem: WatchProblem, { changeErrors, common, watchErrors }: Texts): string {
  switch (problem.code) {
    case 'already_watched': {
      const { steamId, addedAt, addedBy, reason } = problem.watch
      if (reason === '')
        return `${inlineCode(steamId)} · ${common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) })}`
      return watchErrors.already_watched({
        account: inlineCode(steamId),
        since: formatDate(addedAt),
        who: formatAuthor(addedBy),
        note: formatReason(reason),
      })
    }
    case 'not_watched':
      return watchErrors.not_watched({ account: inlineCode(problem.steamId) })
    case 'changed_meanwhile':
      return changeErrors.changed_meanwhile({
        who: formatAuthor(problem.by.userId),
        when: relativeTime(problem.by.at),
      })
    case 'list_full':
    case 'total_full':
      return changeErrors[problem.code]({ limit: problem.limit })
    case 'reason_missing':
    case 'discord_unavailable':
      return watchErrors[problem.code]
    case 'reason_too_long':
      return changeErrors.note_too_long({ length: problem.length, limit: problem.limit })
    case 'until_malformed':
    case 'until_past':
    case 'until_too_far':
      return watchErrors[problem.code]({ value: escapeMarkdown(problem.value) })
    case 'nothing_new':
      return watchErrors.nothing_new({ count: problem.alreadyWatched })
  }
}
