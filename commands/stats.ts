import type { FoundBy } from '../src/model/steam-id.ts'
import { z } from 'zod'
import { findName } from '../src/accounts/find-profiles.ts'
import { findRustHours, getStats } from '../src/accounts/get-stats.ts'
import { accountFields, createAccountTask, findGameAccount, withAccount } from '../src/accounts/discord/account-task.ts'
import { accountArgument } from '../src/discord/custom-id.ts'
import type { Action, SlashCommand, Task } from '../src/accounts/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { foundByArgument } from '../src/accounts/discord/found-by.ts'
import {
  countersView,
  figuresView,
  STATS_PAGES,
  statsId,
  type StatsPage,
} from '../src/accounts/discord/views/stats-view.ts'
import { COMMANDS } from '../src/accounts/discord/texts.ts'

// Buttons of older versions have only the account.
const argumentsSchema = z.tuple([accountArgument, z.enum(STATS_PAGES).default('figures'), foundByArgument.optional()])

function showStats(given: string, page: StatsPage, known?: FoundBy): Task {
  return {
    cost: 'lookup',
    ...accountFields(given, (short) => statsId(short, page, known)),
    run: withAccount(given, known, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const [stats, name, rustHours] = await Promise.all([
        getStats(context, steamId, callContext),
        findName(context, steamId, callContext),
        page === 'figures' ? findRustHours(context, steamId, callContext) : undefined,
      ])
      const showPage = page === 'figures' ? figuresView : countersView
      const account = await findGameAccount(invocation, { steamId, name, foundBy })
      await reply.show(showPage({ stats, account, rustHours }, texts))
    }),
  }
}

export const statsCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.stats).addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, (account) => showStats(account, 'figures')),
}

/** The Stats button, and the buttons that switch between key figures and all other counters. */
export const statsAction: Action = { name: 'stats', createTask: (args) => showStats(...argumentsSchema.parse(args)) }
