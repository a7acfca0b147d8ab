import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { CommandError } from '../../discord/command-error.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { readUntil, untilFields } from '../../discord/note-fields.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { TOOL_SCOPES, toolScopeSchema } from '../../model/tool-token.ts'
import {
  createToolToken,
  DEFAULT_SPAN,
  findToolToken,
  listToolTokens,
  revokeToolToken,
  isValidToken,
  MAX_TOOL_TOKENS,
  type NewToolToken,
  type TokenChoice,
  type CreatedToolToken,
  type ToolToken,
} from '../tokens.ts'
import type { Action, Form, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import {
  REVOKE,
  TOKEN_MENU,
  TOKENS,
  formatScopes,
  formatTokenEnd,
  formatTokenName,
  listScopes,
  TOKEN_ICON,
} from './token-parts.ts'
import { bold, codeBlock, inlineCode } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { confirmAction, questionView } from '../../discord/confirm.ts'
import { listView, menuRows } from '../../discord/list.ts'
import { createView, type View } from '../../discord/view.ts'
import { onePage, relativeTime } from '../../discord/views/parts.ts'
import { ICONS } from '../../lib/tone.ts'
import { stripInvisible } from '../../lib/visible-text.ts'

const CREATE = 'toolcreate'
const scopesSchema = z.array(toolScopeSchema)

const makeToken = (typed: NewToolToken): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    // Otherwise a member without this permission could ban with the token. It is checked here, and not by `permission`, because an error of the
    // task has the button that opens the form again.
    if (typed.scopes.includes('bans:write') && !invocation.isAllowed('BanMembers')) {
      throw new CommandError('not_permitted', { detail: 'BanMembers' })
    }
    const created = await createToolToken(context, actorOf(invocation), typed)
    await reply.show(tokenCreatedView(created, context.publicUrl, texts))
  },
})

const showTokens: Task = {
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const tokens = await listToolTokens(context, actorOf(invocation).guildId)
    await reply.show(tokensView(tokens, context.clock.unixSeconds(), texts))
  },
}

const revoke = (choice: TokenChoice): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    await reply.show(revokedView(await revokeToolToken(context, actorOf(invocation), choice), texts))
  },
})

export const createSubcommand: Subcommand = {
  name: SUBCOMMANDS.create,
  createTask: () => ({ customId: toCustomId(CREATE), typed: {} }),
}

/** The form of `/token create`. */
export const createForm: Form = {
  name: CREATE,
  permission: 'ManageGuild',
  open: (_, texts) => ({
    title: texts.toolForm.title,
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: texts.toolForm.name,
        description: OPTIONS.name.description[texts.language],
        maxLength: MAX_TOKEN_NAME_CHARACTERS,
        isRequired: true,
      },
      {
        kind: 'checkboxes',
        name: 'scopes',
        label: texts.toolForm.scopes,
        options: TOOL_SCOPES.map((scope) => ({
          value: scope,
          label: scope,
          description: texts.toolScopes[scope],
          isChosen: false,
        })),
      },
      ...untilFields(texts, { chosen: DEFAULT_SPAN }),
    ],
  }),
  createTask: (_, { fields }) => ({
    ...makeToken({
      name: fields.texts.get('name') ?? '',
      scopes: scopesSchema.parse(fields.choices.get('scopes') ?? []),
      until: readUntil(fields) || DEFAULT_SPAN,
    }),
    form: { customId: toCustomId(CREATE), typed: typedInto(fields) },
  }),
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  createTask: () => showTokens,
}

export const revokeSubcommand: Subcommand = {
  name: SUBCOMMANDS.revoke,
  build: (command) =>
    command.addStringOption((option) =>
      localized(option, OPTIONS.name).setMaxLength(MAX_TOKEN_NAME_CHARACTERS).setRequired(true),
    ),
  createTask: (options) => revoke({ name: options.getString('name', true) }),
}

/** The id of a token, not its name, because a new token may have the name of an old one. */
const readTokenId = (args: readonly string[]): number => z.tuple([numberArgument(15)]).parse(args)[0]

export const toolTokenActions: Action[] = [
  // The button under a message about new tokens.
  { name: TOKENS, defersReply: true, createTask: () => showTokens },
  {
    // The menu of the tokens; the answer is a new message, so that the list stays.
    name: TOKEN_MENU,
    defersReply: true,
    createTask(_, { values }) {
      const id = readTokenId(values)
      return {
        cost: 'free',
        permission: 'ManageGuild',
        async run(invocation) {
          const { context, reply, texts } = invocation
          await reply.show(revokeQuestionView(await findToolToken(context, actorOf(invocation), id), texts))
        },
      }
    },
  },
  confirmAction({
    name: REVOKE,
    args: z.tuple([numberArgument(15)]),
    permission: 'ManageGuild',
    run: (invocation, [id]) => revoke({ id }).run(invocation),
  }),
]

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
    texts.tokens.once,
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
      foot: [`-# ${texts.common.room({ count: valid?.length ?? 0, limit: MAX_TOOL_TOKENS })}`],
      menu: menuRows(
        toCustomId(TOKEN_MENU),
        texts.tokens.chooseToRevoke,
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
    texts.tokens.madeBy({ who: formatAuthor(createdBy), when: relativeTime(createdAt) }),
  ]
  return `${isValid ? TOKEN_ICON : ENDED_ICON} ${facts.join(' · ')}\n-# ${origin.join(' · ')}`
}

/** Asks whether to revoke a token, and says what happens to its tool. */
export function revokeQuestionView({ id, name }: ToolToken, texts: Texts): View {
  const { toolTokens: words } = texts
  const question = `### ${ICONS.restricted} ${texts.tokens.revokeQuestion({ name: formatTokenName(name) })}`
  return questionView([question, words.revokeHint], toCustomId(REVOKE, id), texts)
}

export const revokedView = ({ name }: ToolToken, { tokens, toolTokens: words }: Texts): View =>
  createView('neutral', [`### 🗑️ ${tokens.revoked({ name: formatTokenName(name) })}\n${words.revokedHint}`], [])
