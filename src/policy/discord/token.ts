import { policyStatus } from '../policy-status.ts'
import { hasRules } from '../judge-rules.ts'
import { createToken, revokeToken } from '../tokens.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { readChoiceValue, revokedView, revokeQuestionView, tokenCreatedView, tokensView } from './policy-token-view.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

const listTokens: Task = {
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const status = await policyStatus(context, actorOf(invocation).guildId)
    await reply.show(tokensView(status?.tokens ?? [], texts))
  },
}

const makeToken = (name: string): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const actor = actorOf(invocation)
    const created = await createToken(context, { ...actor, name })
    const status = await policyStatus(context, actor.guildId)
    const rules = status?.policy.terms.rules ?? {}
    await reply.show(tokenCreatedView(created, { publicUrl: context.publicUrl, hasRules: hasRules(rules) }, texts))
  },
})

export const tokenSubcommand: Subcommand = {
  name: SUBCOMMANDS.token,
  build: (command) =>
    command.addStringOption((option) => localized(option, OPTIONS.name).setMaxLength(MAX_TOKEN_NAME_CHARACTERS)),
  createTask(options) {
    const name = options.getString('name')
    return name === null ? listTokens : makeToken(name)
  },
}

export const tokenActions: Action[] = [
  {
    // The menu of the tokens; the answer is a new message, so that the list stays.
    name: 'policytoken',
    defersReply: true,
    createTask(_, { values }) {
      const choice = readChoiceValue(values[0] ?? '')
      return {
        cost: 'free',
        permission: 'ManageGuild',
        run: ({ reply, texts }) => reply.show(revokeQuestionView(choice, texts)),
      }
    },
  },
  {
    // The answer is a new message, because the message with the button may be the one that shows a new token, which is shown only once.
    name: 'policyrevoke',
    defersReply: true,
    createTask(args) {
      const choice = readChoiceValue(args.join(':'))
      return {
        cost: 'free',
        permission: 'ManageGuild',
        async run(invocation) {
          const { context, reply, texts } = invocation
          await revokeToken(context, { ...actorOf(invocation), ...choice })
          await reply.show(revokedView(choice, texts))
        },
      }
    },
  },
]
