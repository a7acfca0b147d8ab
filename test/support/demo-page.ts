import { Agent, type Dispatcher } from 'undici'
import { onTestFinished } from 'vitest'
import { createConversation, type DiscordPageOptions, type SimDiscord } from '../../packages/sim-discord/src/index.ts'
import { createGameControl } from '../../demo/control/game.ts'
import { createWorldControl } from '../../demo/control/world.ts'
import { findSteamPicture } from '../../demo/set-up/open-discord-page.ts'
import { createPanel } from '../../demo/panel/panel.ts'
import { createGameConsole } from '../../demo/game/game-console.ts'
import type { SimSteam } from '../../packages/sim-steam/src/server.ts'

/** What the demo adds to the page of a simulated Discord; `dispatcher` is that of the game server, and is closed after the test. */
export function demoPageOptions(
  discord: SimDiscord,
  { world, dial, cdnUrl }: Pick<SimSteam, 'world' | 'dial' | 'cdnUrl'>,
  dispatcher: Dispatcher = new Agent(),
): DiscordPageOptions {
  onTestFinished(() => dispatcher.destroy())
  const control = createWorldControl({ world, dial, cacheSeconds: 0, sweepSeconds: 5 })
  const game = createGameControl(createGameConsole(dispatcher), world)
  return {
    conversation: createConversation(discord),
    findPicture: findSteamPicture(cdnUrl),
    panel: createPanel(control, game),
  }
}
