import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { namesScope } from '../scopes.ts'
import {
  createToolToken,
  findToolToken,
  listToolTokens,
  type NewToolToken,
  revokeToolToken,
  type TokenChoice,
} from '../tokens.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'
import { REVOKE, TOKEN_MENU, TOKENS } from './token-parts.ts'
import { revokedView, revokeQuestionView, tokenCreatedView, tokensView } from './token-views.ts'

/** Longer than all scopes together. */
const MAX_SCOPES = 200
const MAX_UNTIL = 40

/** A token that may ban needs the permission to ban too, so that nobody gains that by a token. */
const permissionsFor = (scopes: string) =>
  namesScope(scopes, 'bans:write') ? (['ManageGuild', 'BanMembers'] as const) : 'ManageGuild'

const makeToken = (typed: NewToolToken): Task => ({
  cost: 'free',
  permission: permissionsFor(typed.scopes),
  async run(invocation) {
    const { context, reply, texts } = invocation
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
  build: (command) =>
    command
      .addStringOption((option) =>
        localized(option, OPTIONS.name).setMaxLength(MAX_TOKEN_NAME_CHARACTERS).setRequired(true),
      )
      .addStringOption((option) => localized(option, OPTIONS.scopes).setMaxLength(MAX_SCOPES).setRequired(true))
      .addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL)),
  createTask: (options) =>
    makeToken({
      name: options.getString('name', true),
      scopes: options.getString('scopes', true),
      until: options.getString('until'),
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
  // The button under a message about new tokens; its argument is the nonce of the message.
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
