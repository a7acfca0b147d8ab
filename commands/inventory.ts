import { z } from 'zod'
import { getInventory } from '../src/service/inventory.ts'
import { findName } from '../src/service/name.ts'
import { resolveAccount } from '../src/service/resolve.ts'
import { accountWord, backTo, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { toCustomId } from '../src/discord/custom-id.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import type { Task } from '../src/discord/task.ts'
import { inventoryView } from '../src/discord/views/inventory.ts'

const wordsSchema = z.tuple([
  accountWord,
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
])

function showInventory(account: NamedAccount, page: number): Task {
  return {
    cost: 'inventory',
    subject: account.typed,
    ...(account.short === undefined ? {} : { again: toCustomId('inventory', account.short, page) }),
    ...backTo(account),
    async run({ context, caller, reply, texts }) {
      const { steamId } = await resolveAccount(context, account.typed, caller)
      const [inventory, name] = await Promise.all([
        getInventory(context, steamId, caller),
        findName(context, steamId, caller),
      ])
      await reply.show(inventoryView({ steamId, name }, inventory, page, texts))
    },
  }
}

export const inventoryCommand: SlashCommand = {
  data: slashCommand('inventory').addStringOption(accountOption).toJSON(),
  open: (options) => openAccount(options, (account) => showInventory(account, 0)),
}

export const inventoryAction: Action = {
  name: 'inventory',
  open: (words) => showInventory(...wordsSchema.parse(words)),
}
