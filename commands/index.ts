import type { CommandList } from '../src/discord/command.ts'
import { batchAction, bothAction, batchCommand, checkMessageCommand } from './batch.ts'
import { cancelAction } from './cancel.ts'
import { compareAction, compareCommand } from './compare.ts'
import { forgetAction, forgetCommand } from './forget.ts'
import { friendsActions, friendsCommand } from './friends.ts'
import { historyAction, historyCommand } from './history.ts'
import { inventoryAction, inventoryCommand } from './inventory.ts'
import { lookupActions, lookupCommand } from './lookup.ts'
import { policyCommand } from './policy.ts'
import { editActions, editForms } from './policy/edit.ts'
import { exceptForm } from './policy/except.ts'
import { exemptForm, refusedAction } from './policy/exempt.ts'
import { exceptionActions } from './policy/exceptions.ts'
import { enforceAction } from './policy/mode.ts'
import { tokenActions } from './policy/token.ts'
import { postAction } from './post.ts'
import { statsAction, statsCommand } from './stats.ts'
import { watchCommand } from './watch.ts'
import { watchForm } from './watch/add.ts'
import { importAction } from './watch/import.ts'
import { listActions } from './watch/list.ts'
import { removeActions } from './watch/remove.ts'
import { watchTheseForm } from './watch/these.ts'

/** All commands, component actions and forms. */
export const commands: CommandList = {
  slash: [
    lookupCommand,
    batchCommand,
    friendsCommand,
    compareCommand,
    statsCommand,
    inventoryCommand,
    watchCommand,
    historyCommand,
    forgetCommand,
    policyCommand,
  ],
  message: [checkMessageCommand],
  actions: [
    ...lookupActions,
    ...friendsActions,
    cancelAction,
    compareAction,
    batchAction,
    bothAction,
    statsAction,
    inventoryAction,
    postAction,
    ...removeActions,
    ...listActions,
    importAction,
    historyAction,
    forgetAction,
    ...editActions,
    ...exceptionActions,
    ...tokenActions,
    enforceAction,
    refusedAction,
  ],
  forms: [watchForm, watchTheseForm, ...editForms, exceptForm, exemptForm],
}
