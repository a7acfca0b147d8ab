import { z } from 'zod'
import { findName } from '../src/service/find-name.ts'
import { resolveAccount } from '../src/service/resolve-account.ts'
import { findRustHours } from '../src/service/find-rust-hours.ts'
import { getStats } from '../src/service/get-stats.ts'
import { accountWord, backTo, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import { originOf, originWord } from '../src/discord/origin.ts'
import type { Origin } from '../src/discord/origin.ts'
import { showPrivate } from '../src/discord/private.ts'
import type { Task } from '../src/discord/task.ts'
import { countersView, figuresView, STATS_PAGES, statsId } from '../src/discord/views/stats-view.ts'
import type { StatsPage } from '../src/discord/views/stats-view.ts'

// Buttons of earlier versions name the account alone.
const wordsSchema = z.tuple([accountWord, z.enum(STATS_PAGES).default('figures'), originWord.optional()])

function showStats(account: NamedAccount, page: StatsPage, known?: Origin): Task {
  return {
    cost: 'lookup',
    subject: account.typed,
    ...(account.short === undefined ? {} : { again: statsId(account.short, page, known) }),
    ...backTo(account),
    async run(exchange) {
      const { context, callContext, reply, texts } = exchange
      const found = await resolveAccount(context, account.typed, callContext)
      const { steamId } = found
      const origin = known ?? originOf(account.typed, found)
      try {
        const [stats, name, hours] = await Promise.all([
          getStats(context, steamId, callContext),
          findName(context, steamId, callContext),
          page === 'figures' ? findRustHours(context, steamId, callContext) : undefined,
        ])
        const report = { stats, name, origin }
        await reply.show(page === 'figures' ? figuresView({ ...report, hours }, texts) : countersView(report, texts))
      } catch (error) {
        await showPrivate(exchange, { steamId, origin }, error)
      }
    },
  }
}

export const statsCommand: SlashCommand = {
  data: slashCommand('stats').addStringOption(accountOption).toJSON(),
  open: (options) => openAccount(options, (account) => showStats(account, 'figures')),
}

/** The statistics by a button, More and Less. */
export const statsAction: Action = { name: 'stats', open: (words) => showStats(...wordsSchema.parse(words)) }
