import type { CommandList } from '../src/discord/command.ts'
import { batchAction, batchCommand, checkMessageCommand } from './batch.ts'
import { friendsActions, friendsCommand } from './friends.ts'
import { inventoryAction, inventoryCommand } from './inventory.ts'
import { lookupActions, lookupCommand } from './lookup.ts'
import { postAction } from './post.ts'
import { statsAction, statsCommand } from './stats.ts'

/** All commands, component actions and forms. */
export const commands: CommandList = {
  slash: [lookupCommand, batchCommand, friendsCommand, statsCommand, inventoryCommand],
  message: [checkMessageCommand],
  actions: [...lookupActions, ...friendsActions, batchAction, statsAction, inventoryAction, postAction],
  forms: [],
}
