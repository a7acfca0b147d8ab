import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { namesScope } from '../scopes.ts'
import { createToolToken, listToolTokens, type NewToolToken, revokeToolToken } from '../tokens.ts'
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

const revoke = (name: string): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    await revokeToolToken(context, actorOf(invocation), name)
    await reply.show(revokedView(name, texts))
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
  createTask: (options) => revoke(options.getString('name', true)),
}

export const toolTokenActions: Action[] = [
  // The button under a message about new tokens; its argument is the nonce of the message.
  { name: TOKENS, defersReply: true, createTask: () => showTokens },
  {
    // The menu of the tokens; the answer is a new message, so that the list stays.
    name: TOKEN_MENU,
    defersReply: true,
    createTask(_, { values: [name = ''] }) {
      return {
        cost: 'free',
        permission: 'ManageGuild',
        run: ({ reply, texts }) => reply.show(revokeQuestionView(name, texts)),
      }
    },
  },
  { name: REVOKE, createTask: (args) => revoke(args.join(':')) },
]
