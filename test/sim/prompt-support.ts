import { onTestFinished } from 'vitest'
import type { SimDiscord } from '../../sim/discord/server.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import { openPrompt, type Prompt } from '../../sim/prompt.ts'
import { createTerminal, type TestTerminal } from './prompt-terminal.ts'

/** Opens a prompt in a test terminal, closed after the test. */
export function openTestPrompt(
  { discord, sim }: { discord: SimDiscord; sim: Pick<SimSteam, 'world'> },
  rows = 60,
): TestTerminal & { prompt: Prompt } {
  const terminal = createTerminal(100, rows)
  const { input, output } = terminal
  const surroundings = { world: sim.world, cacheSeconds: 60, sweepSeconds: 5 }
  const prompt = openPrompt({ input, output, hasColours: false, discord, surroundings })
  onTestFinished(() => prompt.close())
  return { ...terminal, prompt }
}
