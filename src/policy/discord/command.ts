import type { CardContext } from '../../accounts/discord/server-notes.ts'
import type * as bot from '../../discord/command.ts'
import type { Subcommand as BotSubcommand } from '../../discord/subcommand.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import type { PolicyContext } from '../change-policy.ts'
import type { Texts } from './texts.ts'

/** The dependencies of commands about policies. */
export interface PolicyCommandContext extends PolicyContext {
  /** The URL under which game servers reach this service; undefined if the operator has not set it. */
  publicUrl: string | undefined
  /** The addresses of the operator's privacy notice and terms of use. */
  published: OperatorLinks
}

/** The argument of a running task about policies. */
export type Invocation = bot.Invocation<CardContext & PolicyCommandContext, Texts>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type Form = bot.Form<Invocation>
export type Subcommand = BotSubcommand<Invocation>
