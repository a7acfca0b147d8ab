import { bold, inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { button, createView, row, type View } from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { listMessage, withMention, type SentMessage } from '../../outbox/discord/message-parts.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import type { ToolRepositories } from '../database/repositories.ts'
import { NEW_TOKENS, type NewToken } from '../new-tokens.ts'
import type { Texts } from './texts.ts'
import { formatScopes, formatTokenEnd, formatTokenName, TOKEN_ICON, TOKENS } from './token-parts.ts'

/** The message about one new token. */
function newTokenView(token: NewToken, message: SentMessage, texts: Texts): View {
  const { newTokens: words } = texts
  const parts = [
    `## ${TOKEN_ICON} ${words.title({ name: formatTokenName(token.name) })}`,
    `${words.may}\n${formatScopes(token.scopes, texts)}`,
    [formatOrigin(token, texts), `-# ${words.hint}`].join('\n'),
  ]
  return withMention(createView('neutral', parts, rowsFor(texts)), message)
}

/** By whom a token was made, and when it ends. */
function formatOrigin({ createdBy, createdAt, expiresAt }: NewToken, texts: Texts): string {
  const { toolTokens: words } = texts
  const end = words.untilWhen({ when: formatTokenEnd(expiresAt, texts) })
  return `${words.madeBy({ who: formatAuthor(createdBy), when: relativeTime(createdAt) })} · ${end}`
}

/** One message about several new tokens. */
const newTokensDigest = (tokens: readonly NewToken[], message: SentMessage, texts: Texts): View =>
  listMessage(
    tokens,
    {
      tone: 'neutral',
      head: [`## ${TOKEN_ICON} ${texts.newTokens.digestTitle({ count: tokens.length })}`],
      lines: [
        (token) => `- ${nameAndScopes(token)}\n  ${formatOrigin(token, texts)}`,
        (token) => `- ${nameAndScopes(token)}`,
      ],
      foot: `-# ${texts.newTokens.digestHint}`,
      rows: () => rowsFor(texts),
    },
    message,
    texts,
  )

const nameAndScopes = ({ name, scopes }: NewToken) => `${bold(formatTokenName(name))} · ${inlineCode(scopes.join(' '))}`

/** The button that opens all tokens. */
const rowsFor = (texts: Texts) => [row([button(TOKEN_ICON, texts.buttons.toolTokens, toCustomId(TOKENS))])]

/** The messages about new tokens of tools. */
export const newTokenMessages: MessageKind<NewToken, Texts, ToolRepositories> = {
  ...NEW_TOKENS,
  single: (token, _profile, message, texts) => newTokenView(token, message, texts),
  digest: (tokens, _names, message, texts) => newTokensDigest(tokens, message, texts),
  log: {
    name: 'a message about new tokens',
    count: 'tokens',
  },
}
