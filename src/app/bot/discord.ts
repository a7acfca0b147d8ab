import { testChannel } from '../../watch/discord/alerts/test-channel.ts'
import type { BotApi } from '../../discord/bot-api.ts'
import type { ErrorWords } from '../../discord/error-words.ts'
import { languageOf } from '../../model/language.ts'
import { formatPolicyChange, policyChangeCells } from '../../policy/discord/policy-log.ts'
import type { PolicyCommandContext } from '../../policy/discord/command.ts'
import type { LogContext } from '../../watch/discord/other-changes.ts'
import type { ChannelContext } from '../../watch/discord/tested-channel.ts'
import type { CardContext } from '../../accounts/discord/card-context.ts'
import type { ForgetContext } from '../../watch/discord/forget-view.ts'
import type { WatchContext } from '../../watch/watch-context.ts'
import type { Database } from '../database.ts'
import { forgetAccount, type ForgetOptions } from '../forget-account.ts'
import { errorView, outcomeOf } from './error-view.ts'
import { createServerNotes } from './server-notes.ts'
import { texts, type Texts } from './texts.ts'

export { commands } from '../../../commands/index.ts'
export { createBotApi } from '../../discord/bot-api.ts'
export { startBot } from '../../discord/bot.ts'
export { listGuilds } from '../../discord/list-guilds.ts'
export { createDelivery } from '../../outbox/discord/run-delivery.ts'
export { refusalMessages } from '../../policy/discord/refusals/refusal-messages.ts'
export { alertMessages } from '../../watch/discord/alerts/alert-messages.ts'
export { texts }

export const errors: ErrorWords<Texts> = { view: errorView, outcomeOf }

/** The dependencies of all commands, without those that features provide for each other. */
export interface ServerContext extends WatchContext, PolicyCommandContext, ForgetOptions {
  database: Database
  clock: WatchContext['clock']
  policies: PolicyCommandContext['policies']
}
/** The dependencies of all commands. */
export type CommandContext = ServerContext & CardContext & ChannelContext & LogContext & ForgetContext

/** Creates the dependencies of all commands: adds what features provide for each other. */
export function createCommandContext(context: ServerContext, api: BotApi): CommandContext {
  return {
    ...context,
    notes: (reader) => createServerNotes(context, reader),
    forgetAccount: (account) => forgetAccount(context, account),
    testChannel: (channel, guildLocale, signal) => testChannel(api, channel, texts[languageOf(guildLocale)], signal),
    otherChanges: (language) => ({
      sentence: (change, characters) => formatPolicyChange(change, characters, texts[language]),
      cells: (change) => policyChangeCells(change, texts[language]),
    }),
  }
}
