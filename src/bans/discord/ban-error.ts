import { inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { byAllCodes, describeRefusedChange, type Description } from '../../discord/error-words.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import type { BanError, BanProblem, LoggedChange } from '../../model/ban.ts'
import { bannedLine, formatBanned } from './ban-parts.ts'
import type { Texts } from './texts.ts'

/** Describes why a ban list could not be changed, and what to do next. */
export const describeBanError = ({ problem }: BanError, texts: Texts): Description =>
  problem.code === 'already_banned'
    ? describeRefusedChange(
        texts.banlist.already({ account: formatBanned(problem.ban, texts) }),
        bannedLine(problem.ban, texts),
      )
    : describeRefusedChange(
        { ...byAllCodes(texts.changeErrorTitles), ...texts.banErrorTitles }[problem.code],
        describeBanProblem(problem, texts),
      )

function describeBanProblem(
  problem: Exclude<BanProblem, { code: 'already_banned' }>,
  { banlist, list, ...texts }: Texts,
): string {
  const banErrors = { ...byAllCodes(texts.changeErrors), ...texts.banErrors }
  if ('field' in problem) return banErrors[problem.code]({ length: problem.length, limit: problem.limit })
  switch (problem.code) {
    case 'not_a_player':
      return banErrors.not_a_player({ account: inlineCode(problem.steamId) })
    case 'not_banned':
      return problem.lifted
        ? banlist.liftedBy({ account: inlineCode(problem.steamId), ...formatLogged(problem.lifted) })
        : banErrors.not_banned({ account: inlineCode(problem.steamId) })
    case 'nothing_to_undo':
      return [
        banErrors.nothing_to_undo,
        ...(problem.undone ? [banlist.undoneBy(formatLogged(problem.undone))] : []),
      ].join(' ')
    case 'wrong_preset':
      return banErrors.wrong_preset[problem.why]({ line: escapeMarkdown(problem.line, 100), limit: problem.limit })
    case 'too_many_presets':
    case 'too_many_accounts':
    case 'ban_list_full':
    case 'all_bans_full':
      return banErrors[problem.code]({ limit: problem.limit })
    case 'changed_meanwhile':
      return banErrors.changed_meanwhile(formatLogged(problem.by))
    case 'exempted':
      return banErrors.exempted({ listed: list(problem.steamIds.map((steamId) => inlineCode(steamId))) })
    default:
      return banErrors[problem.code]
  }
}

/** Who has made a change, and when. */
const formatLogged = ({ userId, at }: LoggedChange) => ({ who: formatAuthor(userId), when: relativeTime(at) })
