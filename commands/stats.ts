import { z } from 'zod'
import { findName } from '../src/service/find-name.ts'
import { resolveAccount } from '../src/service/resolve-account.ts'
import { findRustHours } from '../src/service/find-rust-hours.ts'
import { getStats } from '../src/service/get-stats.ts'
import { accountArgument, backToAccount, createAccountTask } from '../src/discord/account-task.ts'
import type { NamedAccount } from '../src/discord/account-task.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { accountOption, slashCommand } from '../src/discord/command-builders.ts'
import { howFound, foundByArgument } from '../src/discord/found-by.ts'
import type { FoundBy } from '../src/discord/found-by.ts'
import { showPrivate } from '../src/discord/private.ts'
import type { Task } from '../src/discord/task.ts'
import { countersView, figuresView, STATS_PAGES, statsId } from '../src/discord/views/stats-view.ts'
import type { StatsPage } from '../src/discord/views/stats-view.ts'

// Buttons of earlier versions name the account alone.
const argumentsSchema = z.tuple([accountArgument, z.enum(STATS_PAGES).default('figures'), foundByArgument.optional()])

function showStats(account: NamedAccount, page: StatsPage, known?: FoundBy): Task {
  return {
    cost: 'lookup',
    subject: account.typed,
    ...(account.short === undefined ? {} : { retryId: statsId(account.short, page, known) }),
    ...backToAccount(account),
    async run(invocation) {
      const { context, callContext, reply, texts } = invocation
      const found = await resolveAccount(context, account.typed, callContext)
      const { steamId } = found
      const foundBy = known ?? howFound(account.typed, found)
      try {
        const [stats, name, hours] = await Promise.all([
          getStats(context, steamId, callContext),
          findName(context, steamId, callContext),
          page === 'figures' ? findRustHours(context, steamId, callContext) : undefined,
        ])
        const report = { stats, name, foundBy }
        await reply.show(page === 'figures' ? figuresView({ ...report, hours }, texts) : countersView(report, texts))
      } catch (error) {
        await showPrivate(invocation, { steamId, foundBy }, error)
      }
    },
  }
}

export const statsCommand: SlashCommand = {
  data: slashCommand('stats').addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, (account) => showStats(account, 'figures')),
}

/** The statistics by a button, More and Less. */
export const statsAction: Action = { name: 'stats', createTask: (args) => showStats(...argumentsSchema.parse(args)) }
