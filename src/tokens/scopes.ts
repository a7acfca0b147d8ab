import { TOOL_SCOPES, type ToolScope } from '../model/tool-token.ts'
import { ToolTokenError } from '../model/tool-token-error.ts'

/** The words of a text, which spaces or commas separate, in lower case. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')

const isScope = (word: string): word is ToolScope => TOOL_SCOPES.some((scope) => scope === word)

/**
 * Reads scopes that spaces or commas separate. Throws `scopes_missing`, or `scope_unknown` with the first other word.
 * @example
 *   readScopes('Joins, bans:read') // ['bans:read', 'joins']
 */
export function readScopes(text: string): ToolScope[] {
  const words = wordsOf(text)
  const unknown = words.find((word) => !isScope(word))
  if (unknown !== undefined) throw new ToolTokenError({ code: 'scope_unknown', word: unknown })
  if (words.length === 0) throw new ToolTokenError({ code: 'scopes_missing' })
  return TOOL_SCOPES.filter((scope) => words.includes(scope))
}

/** Whether a text contains a scope. */
export const namesScope = (text: string, scope: ToolScope): boolean => wordsOf(text).includes(scope)
