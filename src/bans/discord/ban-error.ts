import { inlineCode } from 'discord.js'
import { describeRefusedChange, type Description } from '../../discord/error-words.ts'
import type { BanError, BanProblem } from '../../model/ban.ts'
import type { Texts } from './texts.ts'

/** Describes why a ban list could not be changed, and what to do next. */
export const describeBanError = ({ problem }: BanError, texts: Texts): Description =>
  describeRefusedChange(texts.banErrorTitles[problem.code], describeBanProblem(problem, texts))

function describeBanProblem(problem: BanProblem, { banErrors }: Texts): string {
  switch (problem.code) {
    case 'not_a_player':
    case 'not_banned':
      return banErrors[problem.code](inlineCode(problem.steamId))
    case 'ban_reason_too_long':
    case 'ban_note_too_long':
      return banErrors[problem.code](problem.length, problem.limit)
    case 'too_many_accounts':
    case 'ban_list_full':
    case 'all_bans_full':
      return banErrors[problem.code](problem.limit)
    case 'exempted':
      return banErrors.exempted(problem.steamIds.map((steamId) => inlineCode(steamId)).join(', '))
    case 'two_lists':
    case 'nothing_to_import':
    case 'nothing_to_undo':
    case 'nothing_to_take_back':
      return banErrors[problem.code]
  }
}
