import type { FoundBy } from '../src/model/steam-id.ts'
import { z } from 'zod'
import { getInventory } from '../src/accounts/get-inventory.ts'
import { findName } from '../src/accounts/find-profiles.ts'
import { accountFields, createAccountTask, findGameAccount, withAccount } from '../src/accounts/discord/account-task.ts'
import type { Action, SlashCommand, Task } from '../src/accounts/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { accountArgument, numberArgument } from '../src/discord/custom-id.ts'
import { foundByArgument } from '../src/accounts/discord/found-by.ts'
import { inventoryId, inventoryView } from '../src/accounts/discord/views/inventory-view.ts'
import { COMMANDS } from '../src/accounts/discord/texts.ts'

const argumentsSchema = z.tuple([accountArgument, numberArgument(2), foundByArgument.optional()])

function showInventory(given: string, page: number, known?: FoundBy): Task {
  return {
    cost: 'inventory',
    ...accountFields(given, (short) => inventoryId(short, page, known)),
    run: withAccount(given, known, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const [inventory, name] = await Promise.all([
        getInventory(context, { steamId }, callContext),
        findName(context, steamId, callContext),
      ])
      const account = await findGameAccount(invocation, { steamId, name, foundBy })
      await reply.show(inventoryView(account, inventory, page, texts))
    }),
  }
}

export const inventoryCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.inventory).addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, (account) => showInventory(account, 0)),
}

export const inventoryAction: Action = {
  name: 'inventory',
  createTask: (args) => showInventory(...argumentsSchema.parse(args)),
}
