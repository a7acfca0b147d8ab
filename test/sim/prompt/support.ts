import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { createConversation, type SimDiscord } from '../../../sim-discord/src/index.ts'
import { createGameControl } from '../../../sim/control/game.ts'
import { createWorldControl } from '../../../sim/control/world.ts'
import { createGameConsole } from '../../../sim/game/game-console.ts'
import { createDial } from '../../../sim/steam/dial.ts'
import type { SimSteam } from '../../../sim/steam/server.ts'
import { openPrompt, type Prompt } from '../../../sim/prompt/open-prompt.ts'
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
