import { onTestFinished } from 'vitest'
import { startDiscord, type SimDiscord } from '../../sim/discord/server.ts'
import { openPrompt, type Prompt } from '../../sim/prompt.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import { startBotService } from '../support/bot.ts'
import { createTerminal, type TestTerminal } from './prompt-terminal.ts'

/** The bot, logged in to a simulated Discord. */
export interface PromptBot {
  discord: SimDiscord
  /** Stops the bot; Discord keeps running. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the bot with ten Steam calls at a time, and waits until its commands are registered. */
export async function startPromptBot(steam: SimSteam): Promise<PromptBot> {
  const discord = await startDiscord()
  const service = await startBotService({ STEAM_CONCURRENCY: '10' }, { steam, discord })
  return {
    discord,
    leave: service.close,
    async close() {
      await service.close()
      await discord.close()
    },
  }
}

/** Opens a prompt in a test terminal, closed after the test. */
export function openTestPrompt({ discord }: PromptBot, rows = 60): TestTerminal & { prompt: Prompt } {
  const terminal = createTerminal(100, rows)
  const { input, output } = terminal
  const prompt = openPrompt({ input, output, hasColours: false, discord })
  onTestFinished(() => prompt.close())
  return { ...terminal, prompt }
}
