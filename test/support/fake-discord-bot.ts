import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { startDiscord } from '../../sim/discord/server.ts'
import type { SimDiscord, SimDiscordOptions } from '../../sim/discord/server.ts'
import { startBot } from '../../src/discord/bot.ts'
import type { Bot, BotOptions } from '../../src/discord/bot.ts'
import type { Action, CommandList, SlashCommand } from '../../src/discord/command.ts'
import type { InteractionSummary } from '../../src/discord/dispatch.ts'
import type { Invocation, Task } from '../../src/discord/task.ts'
import { button, row, text } from '../../src/discord/view.ts'
import type { View } from '../../src/discord/view.ts'
import { fakeContext } from './fake-context.ts'
import type { LogLine } from './service.ts'

/** A bot with commands made up for a test, in a real client that is logged in to a simulated Discord. */
export interface MadeUpBot {
  discord: SimDiscord
  bot: Bot
  log: LogLine[]
  /** The lines of interactions, one for each that has ended. */
  lines: () => LogLine[]
  records: InteractionSummary[]
  edits: string[]
  /** Why it said that Discord will not have it. */
  refused: string[]
}

/** Starts a bot that knows these commands and nobody’s limits, and stops it with the test, whose end no rule may have seen broken. */
export async function botWith(
  commands: Partial<CommandList>,
  options: Partial<BotOptions> = {},
  discordOptions: SimDiscordOptions = {},
): Promise<MadeUpBot> {
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

/** Starts a bot at a Discord, and waits for nothing. */
export function startBotAt(
  discord: SimDiscord,
  commands: Partial<CommandList> = {},
  options: Partial<BotOptions> = {},
): MadeUpBot {
  const log: LogLine[] = []
  const records: InteractionSummary[] = []
  const edits: string[] = []
  const refused: string[] = []
  const bot = startBot({
    token: discord.token,
    apiUrl: discord.apiUrl,
    commands: { slash: [], message: [], actions: [], ...commands },
    context: fakeContext(),
    costs: { free: 0, lookup: 1, friends: 20, inventory: 2 },
    userPerMinute: 0,
    guildPerMinute: 0,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line) as LogLine) }),
    overload: () => null,
    now: Date.now,
    onInteraction: (record) => void records.push(record),
    onEdit: (outcome) => void edits.push(outcome),
    onRefused: (message) => void refused.push(message),
    ...options,
  })
  return { discord, bot, log, lines: () => log.filter(({ msg }) => msg === 'interaction'), records, edits, refused }
}

type Run = (invocation: Invocation) => Promise<void>

/** A command that is typed by its name alone, and free unless its task says otherwise. */
export const typedCommand = (name: string, run: Run, task: Partial<Task> = {}): SlashCommand => ({
  data: { name, description: `does ${name}` },
  createTask: () => ({ cost: 'free', run, ...task }),
})

/** What buttons of a name do. */
export const clickedAction = (
  name: string,
  run: Run,
  more: Partial<Task> & Pick<Action, 'ignoresLock'> = {},
): Action => {
  const { ignoresLock = false, ...task } = more
  return { name, ignoresLock, createTask: () => ({ cost: 'free', run, ...task }) }
}

/** A text, and buttons that are labelled with their custom ids. */
export const viewOf = (content: string, ...customIds: string[]): View => ({
  components: [text(content), ...(customIds.length > 0 ? [row(customIds.map((id) => button(id, id)))] : [])],
})
