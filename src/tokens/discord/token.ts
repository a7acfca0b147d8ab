import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { CommandError } from '../../discord/command-error.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { readUntil, untilFields } from '../../discord/note-fields.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { TOOL_SCOPES } from '../../model/tool-token.ts'
import { namesScope } from '../scopes.ts'
import {
  createToolToken,
  DEFAULT_SPAN,
  findToolToken,
  listToolTokens,
  type NewToolToken,
  revokeToolToken,
  type TokenChoice,
} from '../tokens.ts'
import type { Action, Form, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'
import { REVOKE, TOKEN_MENU, TOKENS } from './token-parts.ts'
import { revokedView, revokeQuestionView, tokenCreatedView, tokensView } from './token-views.ts'

const CREATE = 'toolcreate'

const makeToken = (typed: NewToolToken): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    // Otherwise a member without this permission could ban with the token. It is checked here, and not by `permission`, because an error of the
    // task has the button that opens the form again.
    if (namesScope(typed.scopes, 'bans:write') && !invocation.isAllowed('BanMembers')) {
      throw new CommandError('needs_ban_members')
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
  build: (command) => command,
  createTask: () => ({ customId: toCustomId(CREATE), typed: {} }),
}

/** The form of `/token create`. */
export const createForm: Form = {
  name: CREATE,
  open: (_, texts) => ({
    permission: 'ManageGuild',
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
      ...untilFields(texts, DEFAULT_SPAN),
    ],
  }),
  createTask: (_, { fields }) => ({
    ...makeToken({
      name: fields.texts.get('name') ?? '',
      scopes: fields.choices.get('scopes')?.join(' ') ?? '',
      until: readUntil(fields) || DEFAULT_SPAN,
    }),
    form: { customId: toCustomId(CREATE), typed: typedInto(fields) },
  }),
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) => command,
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
  { name: REVOKE, createTask: (args) => revoke({ id: readTokenId(args) }) },
]
