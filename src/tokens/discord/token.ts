import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { CommandError } from '../../discord/command-error.ts'
import type { OpenedForm } from '../../discord/command.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { readTyped, readUntil, toUntilArguments, untilFields } from '../../discord/note-fields.ts'
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
import { OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
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

/** What was entered into the form before. */
interface Entered {
  name: string
  scopes: readonly string[]
  until: string
}

const openCreateForm = ({ name, scopes, until }: Entered, texts: Texts): OpenedForm => ({
  permission: 'ManageGuild',
  title: texts.toolForm.title,
  fields: [
    {
      kind: 'text',
      name: 'name',
      label: texts.toolForm.name,
      description: OPTIONS.name.description[texts.language],
      value: name,
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
        isChosen: scopes.includes(scope),
      })),
    },
    ...untilFields(until, texts, DEFAULT_SPAN),
  ],
})

export const createSubcommand: Subcommand = {
  name: SUBCOMMANDS.create,
  build: (command) => command,
  createTask: () => ({
    customId: toCustomId(CREATE),
    open: (texts) => openCreateForm({ name: '', scopes: [], until: '' }, texts),
  }),
}

/** The form of `/token create`, and of the button that opens it again after an error, which has the numbers of the chosen scopes and the end. */
export const createForm: Form = {
  name: CREATE,
  open([chosen = '', ...until], texts, { message }) {
    const scopes = TOOL_SCOPES.filter((_, index) => chosen.includes(String(index)))
    const typed = readTyped(message, until)
    return openCreateForm({ name: typed.reason, scopes, until: typed.until }, texts)
  },
  createTask(_, { fields }) {
    const chosen = fields.choices.get('scopes') ?? []
    const numbers = TOOL_SCOPES.flatMap((scope, index) => (chosen.includes(scope) ? [index] : []))
    const name = fields.texts.get('name') ?? ''
    const until = readUntil(fields) || DEFAULT_SPAN
    return {
      ...makeToken({ name, scopes: chosen.join(' '), until }),
      typedNote: name,
      formId: toCustomId(CREATE, numbers.join(''), ...toUntilArguments(until)),
    }
  },
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
