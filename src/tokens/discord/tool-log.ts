import { inlineCode } from 'discord.js'
import { TOOL_ACTIONS, type ToolAction } from '../../model/tool-token.ts'
import type { Texts } from './texts.ts'
import { formatTokenName } from './token-parts.ts'

/** A change of the tokens of tools; its detail is the scopes, separated by commas, a space, and the name. */
interface Change {
  action: ToolAction
  detail: string
}

export const isOfTools = (action: string): action is ToolAction => TOOL_ACTIONS.some((each) => each === action)

/** A change of a token as a sentence without its subject. */
export function formatToolChange({ action, detail }: Change, { toolLog }: Texts): string {
  const { name, scopes } = readDetail(detail)
  return toolLog[action]({ name: formatTokenName(name), scopes: inlineCode(scopes) })
}

/** The cells of a table row about a change of a token. */
export function toolChangeCells(detail: string): { note: string } {
  const { name, scopes } = readDetail(detail)
  return { note: `${name}: ${scopes}` }
}

function readDetail(detail: string): { name: string; scopes: string } {
  const [scopes = '', ...name] = detail.split(' ')
  return { name: name.join(' '), scopes: scopes.replaceAll(',', ' ') }
}
