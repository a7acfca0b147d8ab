import { onTestFinished } from 'vitest'
import type { SimDiscord } from '../../sim/discord/server.ts'
import { openPrompt, type Prompt } from '../../sim/prompt.ts'
import { createTerminal, type TestTerminal } from './prompt-terminal.ts'

/** Opens a prompt in a test terminal, closed after the test. */
export function openTestPrompt({ discord }: { discord: SimDiscord }, rows = 60): TestTerminal & { prompt: Prompt } {
  const terminal = createTerminal(100, rows)
  const { input, output } = terminal
  const prompt = openPrompt({ input, output, hasColours: false, discord })
  onTestFinished(() => prompt.close())
  return { ...terminal, prompt }
}
