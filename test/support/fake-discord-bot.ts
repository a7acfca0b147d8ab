import { expect, onTestFinished } from 'vitest'
import { type SimDiscord, type SimDiscordOptions, startDiscord } from '../../packages/sim-discord/src/index.ts'
import {
  createCommandContext,
  createDecide,
  createErrors,
  type CommandContext,
  type ServerContext,
} from '../../src/app/bot/discord.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { createPending } from '../../src/discord/pending.ts'
import { startBot, type Bot, type BotOptions } from '../../src/discord/bot.ts'
import type * as bot from '../../src/discord/command.ts'
import type { InteractionSummary } from '../../src/discord/dispatch.ts'
import { DOUBLE_CLICK_MS } from '../../src/discord/message-locks.ts'
import { button, row, text, type View } from '../../src/discord/view.ts'
import { fakeWatchContext, noDatabase } from './fake-watch-context.ts'
import { captureLog, type LogLine } from './log.ts'
import { findTexts } from '../../src/app/bot/texts.ts'
import { createSkippingClock } from './skipping-clock.ts'

type Invocation = bot.Invocation<CommandContext, Texts>
type CommandList = bot.CommandList<Invocation>
type Task = bot.Task<Invocation>
export type TestAction = bot.Action<Invocation>
export type TestForm = bot.Form<Invocation>
export type TestCommand = bot.SlashCommand<Invocation>
export type TestInvocation = Invocation

/** Options of the bot; `context` is without what features are given of each other. */
export type TestBotOptions = Partial<Omit<BotOptions<CommandContext, Texts>, 'context'>> & { context?: ServerContext }

/** A bot with the commands of a test: the real client, logged in to a simulated Discord. */
export interface TestBot {
  discord: SimDiscord
  bot: Bot
  log: LogLine[]
  /** The log lines of the interactions that have ended. */
  lines: () => LogLine[]
  records: InteractionSummary[]
  edits: string[]
  /** The messages passed to `onRefused`. */
  refused: string[]
  /** Lets the time pass in which a second click on a component is a double click. */
  endDoubleClicks: () => void
}

/** Starts a bot with these commands and no rate limits, stops it after the test, and expects that it kept to Discord's rules. */
export async function botWith(
  commands: Partial<CommandList>,
  options: TestBotOptions = {},
  discordOptions: SimDiscordOptions = {},
): Promise<TestBot> {
  const discord = await startDiscord(discordOptions)
  const made = startBotAt(discord, commands, options)
  onTestFinished(async () => {
    await made.bot.close()
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  await expect
    .poll(() => made.log.some(({ msg }) => msg.startsWith('the commands')), { message: 'the commands are at Discord' })
    .toBe(true)
  return made
}

/** Starts a bot at this Discord without waiting for the login. */
export function startBotAt(
  discord: SimDiscord,
  commands: Partial<CommandList> = {},
  { context: serverContext = fakeWatchContext(noDatabase), ...options }: TestBotOptions = {},
): TestBot {
  const { lines: log, logger } = captureLog()
  const records: InteractionSummary[] = []
  const edits: string[] = []
  const refused: string[] = []
  const clock = createSkippingClock()
  const connection = { token: discord.token, apiUrl: discord.apiUrl, clock }
  const context = createCommandContext(serverContext, createBotApi(connection))
  const bot = startBot({
    ...connection,
    errors: createErrors(context),
    decide: createDecide(context),
    texts: findTexts,
    onGuild: () => {},
    commands: { slash: [], message: [], user: [], actions: [], forms: [], ...commands },
    context,
    serverLocale: async () => undefined,
    pending: createPending({ database: serverContext.database, clock }),
    costs: { free: 0, lookup: 1, friends: 20, inventory: 2 },
    userPerMinute: 0,
    guildPerMinute: 0,
    log: logger,
    overload: () => null,
    isShared: false,
    userAllowance: undefined,
    onInteraction: (record) => void records.push(record),
    onEdit: (outcome) => void edits.push(outcome),
    onFailure: () => {},
    onInvite: () => {},
    onRefused: (message) => void refused.push(message),
    ...options,
  })
  const lines = () => log.filter(({ msg }) => msg === 'interaction')
  return { discord, bot, log, lines, records, edits, refused, endDoubleClicks: () => clock.skip(DOUBLE_CLICK_MS) }
}

type Run = (invocation: Invocation) => Promise<void>

/** A slash command without options, free by default. */
export const typedCommand = (name: string, run: Run, task: Partial<Task> = {}): TestCommand => ({
  data: { name, description: `does ${name}` },
  createTask: () => ({ cost: 'free', run, ...task }),
})

/** A component action, free by default. */
export const clickedAction = (
  name: string,
  run: Run,
  more: Partial<Task> & Pick<TestAction, 'ignoresLock'> = {},
): TestAction => {
  const { ignoresLock = false, ...task } = more
  return { name, ignoresLock, createTask: () => ({ cost: 'free', run, ...task }) }
}

/** A text and buttons, each labelled with its custom id. */
export const viewOf = (content: string, ...customIds: string[]): View => ({
  components: [text(content), ...(customIds.length > 0 ? [row(customIds.map((id) => button('▶️', id, id)))] : [])],
})
