import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { createConversation, type SimDiscord } from '../../../packages/sim-discord/src/index.ts'
import { createGameControl } from '../../../demo/control/game.ts'
import { createWorldControl } from '../../../demo/control/world.ts'
import { createGameConsole } from '../../../demo/game/game-console.ts'
import { createDial } from '../../../packages/sim-steam/src/dial.ts'
import type { SimSteam } from '../../../packages/sim-steam/src/server.ts'
import { openPrompt, type Prompt } from '../../../demo/prompt/open-prompt.ts'
import { createTerminal, type TestTerminal } from './terminal.ts'

/** Opens a prompt in a test terminal, closed after the test. */
export function openTestPrompt(
  { discord, sim }: { discord: SimDiscord; sim: Pick<SimSteam, 'world'> & Partial<Pick<SimSteam, 'dial'>> },
  rows = 60,
): TestTerminal & { prompt: Prompt } {
  const terminal = createTerminal(100, rows)
  const { input, output } = terminal
  const { world, dial = createDial() } = sim
  const control = createWorldControl({ world, dial, cacheSeconds: 60, sweepSeconds: 5 })
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const game = createGameControl(createGameConsole(dispatcher), world)
  const conversation = createConversation(discord)
  const prompt = openPrompt({ input, output, hasColours: false, discord, conversation, world: control, game })
  onTestFinished(() => prompt.close())
  return { ...terminal, prompt }
}
