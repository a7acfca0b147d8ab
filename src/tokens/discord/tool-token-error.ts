import { byAllCodes, describeRefusedChange, type Description } from '../../discord/error-words.ts'
import type { ToolTokenError, ToolTokenProblem } from '../../model/tool-token-error.ts'
import { TOOL_SCOPES } from '../../model/tool-token.ts'
import type { Texts } from './texts.ts'
import { formatScopes, formatTokenName } from './token-parts.ts'

/** Describes why the tokens of tools could not be changed, and what to do next. */
export const describeToolTokenError = ({ problem }: ToolTokenError, texts: Texts): Description =>
  describeRefusedChange(
    { ...byAllCodes(texts.changeErrorTitles), ...texts.toolTokenErrorTitles }[problem.code],
    describeProblem(problem, texts),
  )

function describeProblem(problem: ToolTokenProblem, texts: Texts): string {
  const toolTokenErrors = { ...byAllCodes(texts.changeErrors), ...texts.toolTokenErrors }
  switch (problem.code) {
    case 'token_name_missing':
    case 'no_token':
    case 'token_gone':
    case 'token_name_has_account':
      return toolTokenErrors[problem.code]
    case 'token_name_too_long':
      return toolTokenErrors.token_name_too_long({ length: problem.length, limit: problem.limit })
    case 'scopes_missing':
      return `${toolTokenErrors.scopes_missing}\n${formatScopes(TOOL_SCOPES, texts)}`
    case 'name_taken':
      return toolTokenErrors.name_taken({ name: formatTokenName(problem.name) })
    case 'tokens_full':
      return toolTokenErrors.tokens_full({ limit: problem.limit })
  }
}
