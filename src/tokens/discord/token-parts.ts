import { inlineCode } from 'discord.js'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formatEnd, formatMoment } from '../../discord/views/parts.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import type { ToolScope } from '../../model/tool-token.ts'
import type { Texts } from './texts.ts'

export const TOKEN_ICON = '🔑'

/** The names of the actions of the list, its menu, and the button that revokes. */
export const TOKENS = 'tooltokens'
export const TOKEN_MENU = 'tooltoken'
export const REVOKE = 'toolrevoke'

/** The name of a token, escaped for Markdown. */
export const formatTokenName = (name: string): string => escapeMarkdown(name, MAX_TOKEN_NAME_CHARACTERS) || '?'

/** Scopes, each with what it opens, one a line. */
export const formatScopes = (scopes: readonly ToolScope[], { toolScopes }: Texts): string =>
  scopes.map((scope) => `- ${inlineCode(scope)}: ${toolScopes[scope]}`).join('\n')

/** Scopes in one line; a dash if those that are stored cannot be read. */
export const listScopes = (scopes: readonly ToolScope[]): string => scopes.join(' ') || '–'

/** When a token ends, or has ended. */
export const formatTokenEnd = (expiresAt: number, texts: Texts): string => formatEnd(expiresAt, formatMoment, texts)
