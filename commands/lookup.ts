import { z } from 'zod'
import { lookup } from '../src/service/lookup.ts'
import { accountWord, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { toCustomId } from '../src/discord/custom-id.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import type { Task } from '../src/discord/task.ts'
import { lookupView } from '../src/discord/views/lookup.ts'

/** What was asked a moment ago is not asked again, however often the button is pressed. */
const FRESH_SECONDS = 10

const wordsSchema = z.tuple([accountWord])

function showAccount({ typed, short }: NamedAccount): Task {
  return {
    cost: 'lookup',
    subject: typed,
    ...(short === undefined ? {} : { again: toCustomId('lookup', short) }),
    async run({ context, caller, reply, texts }) {
      await reply.show(lookupView(await lookup(context, typed, caller), texts))
    },
  }
}

export const lookupCommand: SlashCommand = {
  data: slashCommand('lookup').addStringOption(accountOption).toJSON(),
  open: (options) => openAccount(options, showAccount),
}

/** Back to the account, and Refresh. */
export const lookupActions: Action[] = [
  { name: 'lookup', open: (words) => showAccount(...wordsSchema.parse(words)) },
  {
    name: 'refresh',
    open: (words) => ({ ...showAccount(...wordsSchema.parse(words)), freshWithinSeconds: FRESH_SECONDS }),
  },
]
