import { z } from 'zod'
import { findName } from '../src/service/name.ts'
import { resolveAccount } from '../src/service/resolve.ts'
import { getStats } from '../src/service/stats.ts'
import { accountWord, backTo, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { toCustomId } from '../src/discord/custom-id.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import type { Task } from '../src/discord/task.ts'
import { statsView } from '../src/discord/views/stats.ts'

const wordsSchema = z.tuple([accountWord])

function showStats(account: NamedAccount): Task {
  return {
    cost: 'lookup',
    subject: account.typed,
    ...(account.short === undefined ? {} : { again: toCustomId('stats', account.short) }),
    ...backTo(account),
    async run({ context, caller, reply, texts }) {
      const { steamId } = await resolveAccount(context, account.typed, caller)
      const [stats, name] = await Promise.all([getStats(context, steamId, caller), findName(context, steamId, caller)])
      await reply.show(statsView(stats, name, texts))
    },
  }
}

export const statsCommand: SlashCommand = {
  data: slashCommand('stats').addStringOption(accountOption).toJSON(),
  open: (options) => openAccount(options, showStats),
}

export const statsAction: Action = { name: 'stats', open: (words) => showStats(...wordsSchema.parse(words)) }
