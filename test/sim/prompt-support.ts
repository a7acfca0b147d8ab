import { expect, onTestFinished, vi } from 'vitest'
import { startDiscord, type SimDiscord } from '../../sim/discord/server.ts'
import { openPrompt, type Prompt } from '../../sim/prompt.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import { startService } from '../support/service.ts'
import { createTerminal, type TestTerminal } from './prompt-terminal.ts'

/** The real bot, logged in to a simulated Discord of its own. */
export interface PromptBot {
  discord: SimDiscord
  /** Stops the bot, and leaves Discord running. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

/** Starts it, and waits until it has written its commands; a friend scan takes its calls ten at a time. */
export async function startPromptBot(steam: SimSteam): Promise<PromptBot> {
  const discord = await startDiscord()
  const service = await startService(
    {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_USER_PER_MINUTE: '0',
      DISCORD_GUILD_PER_MINUTE: '0',
      STEAM_CONCURRENCY: '10',
    },
    steam,
  )
  await vi.waitFor(() => expect(discord.commands.puts()).toBe(1), { timeout: 10_000 })
  return {
    discord,
    leave: service.close,
    async close() {
      await service.close()
      await discord.close()
    },
  }
}

/** Somebody who sits at the prompt, until the test is over. */
export function sitDown({ discord }: PromptBot, rows = 60): TestTerminal & { prompt: Prompt } {
  const terminal = createTerminal(100, rows)
  const { input, output } = terminal
  const prompt = openPrompt({ input, output, hasColours: false, discord })
  onTestFinished(() => prompt.close())
  return { ...terminal, prompt }
}
