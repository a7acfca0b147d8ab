import type * as bot from '../../discord/command.ts'
import type { CardContext } from './server-notes.ts'
import type { Texts } from './texts.ts'

/** The argument of a running task about accounts. */
export type Invocation = bot.Invocation<CardContext, Texts>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type SlashCommand = bot.SlashCommand<Invocation>
export type MessageCommand = bot.MessageCommand<Invocation>
export type UserCommand = bot.UserCommand<Invocation>
