import { inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import type { PolicyError, PolicyProblem } from '../../model/policy-error.ts'
import { byAllCodes, describeRefusedChange, type Description } from '../../discord/error-words.ts'
import { bannedLine } from '../../bans/discord/ban-parts.ts'
import type { Texts } from './texts.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { formatProblem } from './policy-parts.ts'
import { describeMistake } from './policy-numbers.ts'

/** Describes why a policy could not be changed, and what to do next. */
export const describePolicyError = ({ problem }: PolicyError, texts: Texts): Description =>
  describeRefusedChange(
    { ...byAllCodes(texts.changeErrorTitles), ...texts.policyErrorTitles }[
      problem.code === 'invalid_appeal' ? 'invalid_numbers' : problem.code
    ],
    describePolicyProblem(problem, texts),
  )

function describePolicyProblem(problem: PolicyProblem, texts: Texts): string {
  const policyErrors = { ...byAllCodes(texts.changeErrors), ...texts.policyErrors }
  switch (problem.code) {
    case 'changed_meanwhile':
      return policyErrors.changed_meanwhile({
        who: formatAuthor(problem.userId),
        version: String(problem.version),
        when: relativeTime(problem.at),
      })
    case 'contradictory_terms':
      return problem.problems.map((each) => `- ${formatProblem(each, texts)}`).join('\n')
    case 'not_a_player':
      return policyErrors.not_a_player({ account: inlineCode(problem.steamId) })
    case 'no_exception':
      return policyErrors.no_exception({ account: inlineCode(problem.steamId) })
    case 'banned_here':
      return bannedLine(problem.ban, texts)
    case 'invalid_numbers':
      return `${describeMistake(problem, texts)}\n${policyErrors.invalid_numbers}`
    case 'gone_meanwhile':
    case 'no_token':
    case 'token_name_missing':
      return policyErrors[problem.code]
    case 'token_name_too_long':
      return policyErrors.token_name_too_long({ length: problem.length, limit: problem.limit })
    case 'exceptions_full':
    case 'tokens_full':
    case 'replaced_too_often':
    case 'invalid_appeal':
      return policyErrors[problem.code]({ limit: problem.limit })
  }
}
