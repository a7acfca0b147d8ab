import { z } from 'zod'
import { lookup } from '../src/service/lookup.ts'
import { accountWord, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { toCustomId } from '../src/discord/custom-id.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import { originOf, originWord, toOriginWords } from '../src/discord/origin.ts'
import type { Origin } from '../src/discord/origin.ts'
import type { Task } from '../src/discord/task.ts'
import { lookupView } from '../src/discord/views/lookup-view.ts'

/** What was asked a moment ago is not asked again, however often the button is pressed. */
const FRESH_SECONDS = 10

const wordsSchema = z.tuple([accountWord, originWord.optional()])

function showAccount({ typed, short }: NamedAccount, known?: Origin): Task {
  return {
    cost: 'lookup',
    subject: typed,
    ...(short === undefined ? {} : { again: toCustomId('lookup', short, ...toOriginWords(known)) }),
    async run({ context, callContext, reply, texts }) {
      const account = await lookup(context, typed, callContext)
      await reply.show(lookupView(account, known ?? originOf(typed, account), texts))
    },
  }
}

export const lookupCommand: SlashCommand = {
  data: slashCommand('lookup').addStringOption(accountOption).toJSON(),
  open: (options) => openAccount(options, showAccount),
}

/** Back to the account, Refresh, and the accounts in the menu of a list. */
export const lookupActions: Action[] = [
  { name: 'lookup', open: (words) => showAccount(...wordsSchema.parse(words)) },
  {
    name: 'refresh',
    open: (words) => ({ ...showAccount(...wordsSchema.parse(words)), freshWithinSeconds: FRESH_SECONDS }),
  },
  // In a message of its own, so that the list stays and the next account can be opened from it.
  {
    name: 'open',
    opensMessage: true,
    open: (_, { values }) => showAccount(...wordsSchema.parse(values[0]?.split(':'))),
  },
]
