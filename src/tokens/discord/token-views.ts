import { bold, codeBlock, inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { dangerButton, questionView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { listView, menuRows } from '../../discord/list.ts'
import { createView, type View } from '../../discord/view.ts'
import { onePage, relativeTime } from '../../discord/views/parts.ts'
import { ICONS } from '../../lib/tone.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import { type CreatedToolToken, isValidToken, MAX_TOOL_TOKENS, type ToolToken } from '../tokens.ts'
import type { Texts } from './texts.ts'
import {
  formatScopes,
  formatTokenEnd,
  formatTokenName,
  listScopes,
  REVOKE,
  TOKEN_ICON,
  TOKEN_MENU,
} from './token-parts.ts'

const ENDED_ICON = '⌛'

/** Shows a new token with what it may do; no later message shows it. Says whether the public URL is missing. */
export function tokenCreatedView(
  { token, name, scopes, expiresAt }: CreatedToolToken,
  publicUrl: string | undefined,
  texts: Texts,
): View {
  const { toolTokens: words } = texts
  const header = `Authorization: Bearer ${token}`
  const parts = [
    `## ${TOKEN_ICON} ${words.created({ name: formatTokenName(name) })}`,
    codeBlock(token),
    words.once,
    `${words.may}\n${formatScopes(scopes, texts)}\n${words.ends({ when: formatTokenEnd(expiresAt, texts) })}`,
    publicUrl === undefined
      ? `${ICONS.restricted} ${words.noPublicUrl}\n${codeBlock(header)}`
      : `${words.tryIt}\n${codeBlock(`curl -H "${header}" ${toApiUrl(publicUrl)}`)}`,
  ]
  return createView(publicUrl === undefined ? 'restricted' : 'neutral', parts, [])
}

const toApiUrl = (publicUrl: string) => `${new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '')}/api/token`

/** The tokens of a server, valid ones first, with a menu to revoke them. */
export function tokensView(tokens: readonly ToolToken[], now: number, texts: Texts): View {
  const { toolTokens: words } = texts
  const [valid, expired] = [true, false].map((isValid) => tokens.filter((each) => isValidToken(each, now) === isValid))
  const shown = [...(valid ?? []), ...(expired ?? [])]
  return listView(
    {
      head: [`## ${TOKEN_ICON} ${words.title}`],
      page: onePage(shown),
      format: (token) => formatToken(token, now, texts),
      empty: words.empty,
      foot: [`-# ${words.room({ count: valid?.length ?? 0, limit: MAX_TOOL_TOKENS })}`],
      menu: menuRows(
        toCustomId(TOKEN_MENU),
        words.chooseToRevoke,
        shown.map(({ id, name, scopes }) => ({
          label: stripInvisible(name) || '?',
          value: String(id),
          description: listScopes(scopes),
        })),
      ),
    },
    texts,
  )
}

/** A token in two lines: its name, end and last use; in small print its scopes, and by whom it was made. */
function formatToken(token: ToolToken, now: number, texts: Texts): string {
  const { name, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = token
  const { toolTokens: words } = texts
  const end = formatTokenEnd(expiresAt, texts)
  const isValid = isValidToken(token, now)
  const facts = [
    bold(formatTokenName(name)),
    isValid ? words.untilWhen({ when: end }) : words.expired({ when: end }),
    lastUsedAt === null ? words.neverUsed : words.lastUsed({ when: relativeTime(lastUsedAt) }),
  ]
  const origin = [
    inlineCode(listScopes(scopes)),
    words.madeBy({ who: formatAuthor(createdBy), when: relativeTime(createdAt) }),
  ]
  return `${isValid ? TOKEN_ICON : ENDED_ICON} ${facts.join(' · ')}\n-# ${origin.join(' · ')}`
}

/** Says what happens to a tool whose token is revoked, with a button that revokes it. */
export function revokeQuestionView({ id, name }: ToolToken, { toolTokens: words, buttons }: Texts): View {
  const question = `### ${ICONS.restricted} ${words.revokeQuestion({ name: formatTokenName(name) })}`
  return questionView([question, words.revokeHint], [dangerButton('🗑️', buttons.revokeTool, toCustomId(REVOKE, id))])
}

export const revokedView = ({ name }: ToolToken, { toolTokens: words }: Texts): View =>
  createView('neutral', [`### 🗑️ ${words.revoked({ name: formatTokenName(name) })}\n${words.revokedHint}`], [])
