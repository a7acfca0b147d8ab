import { z } from 'zod'
import { getInventory } from '../src/service/get-inventory.ts'
import { findName } from '../src/service/find-name.ts'
import { resolveAccount } from '../src/service/resolve-account.ts'
import { accountWord, backTo, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { accountOption, slashCommand } from '../src/discord/define.ts'
import { originOf, originWord } from '../src/discord/origin.ts'
import type { Origin } from '../src/discord/origin.ts'
import type { Task } from '../src/discord/task.ts'
import { inventoryId, inventoryView } from '../src/discord/views/inventory-view.ts'

const wordsSchema = z.tuple([
  accountWord,
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
  originWord.optional(),
])

function showInventory(account: NamedAccount, page: number, known?: Origin): Task {
  return {
    cost: 'inventory',
    subject: account.typed,
    ...(account.short === undefined ? {} : { again: inventoryId(account.short, page, known) }),
    ...backTo(account),
    async run({ context, callContext, reply, texts }) {
      const found = await resolveAccount(context, account.typed, callContext)
      const { steamId } = found
      const origin = known ?? originOf(account.typed, found)
      const [inventory, name] = await Promise.all([
        getInventory(context, steamId, callContext),
        findName(context, steamId, callContext),
      ])
      await reply.show(inventoryView({ steamId, name, origin }, inventory, page, texts))
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
