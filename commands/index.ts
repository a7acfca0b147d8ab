import type { Invocation as AccountInvocation } from '../src/accounts/discord/command.ts'
import type { Invocation as BanInvocation } from '../src/bans/discord/command.ts'
import type { Action, CommandList, Invocation as BotInvocation } from '../src/discord/command.ts'
import type { Invocation as PolicyInvocation } from '../src/policy/discord/command.ts'
import type { Invocation as ToolInvocation } from '../src/tokens/discord/command.ts'
import type { Invocation as WatchInvocation, UndoContext } from '../src/watch/discord/command.ts'
import { banlistCommand } from './banlist.ts'
import { batchAction, bothAction, batchCommand, checkMessageCommand, checkUserCommand } from './batch.ts'
import { cancelAction } from './cancel.ts'
import { compareAction, compareCommand } from './compare.ts'
import { forgetAction, forgetCommand } from './forget.ts'
import { friendsActions, friendsCommand } from './friends.ts'
import { historyAction, historyCommand } from './history.ts'
import { inventoryAction, inventoryCommand } from './inventory.ts'
import { lookupActions, lookupCommand } from './lookup.ts'
import { policyCommand } from './policy.ts'
import { editActions, editForms } from '../src/policy/discord/edit.ts'
import { exceptForm, exemptBannedAction, exceptionActions } from '../src/policy/discord/except.ts'
import { exemptForm, refusedActions } from '../src/policy/discord/refusal-messages.ts'
import { enforceAction } from '../src/policy/discord/mode.ts'
import { showActions } from '../src/policy/discord/show.ts'
import { tokenActions } from '../src/policy/discord/token.ts'
import { banActions } from '../src/bans/discord/ban.ts'
import { banForm } from '../src/bans/discord/ban-form.ts'
import { editForm as banEditForm } from '../src/bans/discord/edit.ts'
import { reasonsForm } from '../src/bans/discord/reasons.ts'
import { listActions as banListActions } from '../src/bans/discord/list.ts'
import { importActions as banImportActions, importForm as banImportForm } from '../src/bans/discord/import.ts'
import { logAction, logCommand } from './log.ts'
import { createPostAction } from './post.ts'
import { settingsCommand } from './settings.ts'
import { statsAction, statsCommand } from './stats.ts'
import { tokenCommand } from './token.ts'
import { undoAction } from './undo.ts'
import { watchCommand } from './watch.ts'
import { createForm, toolTokenActions } from '../src/tokens/discord/token.ts'
import { editForm as watchEditForm, watchForm } from '../src/watch/discord/add.ts'
import { importAction, importForm } from '../src/watch/discord/import.ts'
import { listActions } from '../src/watch/discord/list.ts'
import { removeAction } from '../src/watch/discord/remove.ts'
import { watchListedForm } from '../src/watch/discord/watch-listed.ts'

type Invocation = AccountInvocation &
  BanInvocation &
  WatchInvocation &
  PolicyInvocation &
  ToolInvocation &
  BotInvocation<UndoContext>

const actions: Action<Invocation>[] = [
  ...lookupActions,
  ...friendsActions,
  cancelAction,
  compareAction,
  batchAction,
  bothAction,
  statsAction,
  inventoryAction,
  removeAction,
  undoAction,
  ...listActions,
  importAction,
  historyAction,
  logAction,
  forgetAction,
  ...editActions,
  ...exceptionActions,
  ...tokenActions,
  enforceAction,
  ...showActions,
  exemptBannedAction,
  ...refusedActions,
  ...banActions,
  ...banListActions,
  ...banImportActions,
  ...toolTokenActions,
]

/** All commands, component actions and forms. */
export const commands: CommandList<Invocation> = {
  slash: [
    lookupCommand,
    batchCommand,
    friendsCommand,
    compareCommand,
    statsCommand,
    inventoryCommand,
    watchCommand,
    historyCommand,
    logCommand,
    forgetCommand,
    policyCommand,
    banlistCommand,
    tokenCommand,
    settingsCommand,
  ],
  message: [checkMessageCommand],
  user: [checkUserCommand],
  actions: [...actions, createPostAction(actions)],
  forms: [
    watchForm,
    watchEditForm,
    watchListedForm,
    importForm,
    ...editForms,
    exceptForm,
    exemptForm,
    banForm,
    banEditForm,
    banImportForm,
    reasonsForm,
    createForm,
  ],
}
