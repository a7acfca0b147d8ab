import type * as bot from '../../discord/command.ts'
import type { Subcommand as BotSubcommand } from '../../discord/subcommand.ts'
import type { ToolsContext } from '../tools-context.ts'
import type { Texts } from './texts.ts'

/** The dependencies of commands about the tokens of tools. */
export interface ToolsCommandContext extends ToolsContext {
  /** The URL under which tools reach this service; undefined if the operator has not set it. */
  publicUrl: string | undefined
}

/** The argument of a running task about the tokens of tools. */
export type Invocation = bot.Invocation<ToolsCommandContext, Texts>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type Form = bot.Form<Invocation>
export type Subcommand = BotSubcommand<Invocation>
