import type { CardContext } from '../../accounts/discord/server-notes.ts'
import type * as bot from '../../discord/command.ts'
import type { Subcommand as BotSubcommand } from '../../discord/subcommand.ts'
import type { LanguageContext } from '../server-language.ts'
import type { WatchContext } from '../watch-context.ts'
import type { ForgetContext } from './forget-view.ts'
import type { LogContext } from './other-changes.ts'
import type { ChannelContext } from './test-channel.ts'
import type { Texts } from './texts.ts'

/** The argument of a running task about watch lists. */
export type Invocation = bot.Invocation<
  WatchContext & CardContext & ChannelContext & LogContext & ForgetContext & LanguageContext,
  Texts
>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type Form = bot.Form<Invocation>
export type SlashCommand = bot.SlashCommand<Invocation>
export type Subcommand = BotSubcommand<Invocation>
