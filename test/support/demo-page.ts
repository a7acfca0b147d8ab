import { Agent, type Dispatcher } from 'undici'
import { onTestFinished } from 'vitest'
import { createConversation, type DiscordPageOptions, type SimDiscord } from '../../sim-discord/src/index.ts'
import { createGameControl } from '../../sim/control/game.ts'
import { createWorldControl } from '../../sim/control/world.ts'
import { findSteamPicture } from '../../sim/demo/open-discord-page.ts'
import { createPanel } from '../../sim/demo/panel.ts'
import { createGameConsole } from '../../sim/game/game-console.ts'
import type { SimSteam } from '../../sim/steam/server.ts'

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
