import { steamIdSchema } from '../src/model/account.ts'
import type { FoundBy, SteamId } from '../src/model/steam-id.ts'
import { z } from 'zod'
import { howFound } from '../src/accounts/presentation/profile-facts.ts'
import { lookupForServer } from '../src/accounts/answer-lookup.ts'
import { findSummary } from '../src/accounts/find-profiles.ts'
import { idsView } from '../src/accounts/discord/views/ids-view.ts'
import { accountFields, createAccountTask } from '../src/accounts/discord/account-task.ts'
import { accountArgument } from '../src/discord/custom-id.ts'
import type { Action, SlashCommand, Task } from '../src/accounts/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { notesFor } from '../src/accounts/discord/server-notes.ts'
import { foundByArgument } from '../src/accounts/discord/found-by.ts'
import { lookupView } from '../src/accounts/discord/views/lookup-view.ts'
import { lookupId } from '../src/accounts/discord/views/account-parts.ts'
import { COMMANDS } from '../src/accounts/discord/texts.ts'

/** Refresh accepts cached answers up to this age, so that repeated clicks do not call Steam again. */
const FRESH_SECONDS = 10

const argumentsSchema = z.tuple([accountArgument, foundByArgument.optional()])
const idsSchema = z.tuple([steamIdSchema, foundByArgument.optional()])

function showAccount(account: string, known?: FoundBy): Task {
  // Without a Back button, which would lead to this lookup.
  const { backTo: _, ...fields } = accountFields(account, (short) => lookupId(short, known))
  return {
    cost: 'lookup',
    ...fields,
    async run(invocation) {
      const { audience, context, callContext, reply, texts } = invocation
      const found = await lookupForServer(context, notesFor(invocation), account, callContext)
      await reply.show(
        lookupView(found.account, known ?? howFound(account, found.account), texts, {
          ...found,
          ...(audience === 'team' && { published: context.published }),
        }),
      )
    },
  }
}

function showIds(steamId: SteamId, foundBy: FoundBy | null): Task {
  return {
    cost: 'lookup',
    ...accountFields(steamId),
    async run({ context, callContext, reply, texts }) {
      const { summary } = await findSummary(context, steamId, callContext)
      await reply.show(idsView({ steamId, foundBy, summary }, texts))
    },
  }
}

export const lookupCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.lookup).addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, showAccount),
}

/** The Back button, the options *Other ids* and *Refresh*, and the select menu and the buttons that open an account of a list. */
export const lookupActions: Action[] = [
  { name: 'lookup', createTask: (args) => showAccount(...argumentsSchema.parse(args)) },
  {
    name: 'ids',
    createTask(args) {
      const [steamId, foundBy = null] = idsSchema.parse(args)
      return showIds(steamId, foundBy)
    },
  },
  {
    name: 'refresh',
    createTask: (args) => ({ ...showAccount(...argumentsSchema.parse(args)), freshWithinSeconds: FRESH_SECONDS }),
  },
  // The answer is a new message, so that the next account can be opened from the list.
  {
    name: 'open',
    defersReply: true,
    createTask: (args, { values }) => showAccount(...argumentsSchema.parse(values[0]?.split(':') ?? args)),
  },
]
