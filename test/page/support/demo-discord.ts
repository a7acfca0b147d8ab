import { Agent, buildConnector } from 'undici'
import { inject, onTestFinished } from 'vitest'
import { createConversation } from '../../../sim-discord/src/conversation/conversation.ts'
import { createGameControl } from '../../../sim/conversation/game.ts'
import { createWorldControl } from '../../../sim/conversation/world.ts'
import { readPageFiles } from '../../../sim-discord/src/page/page-files.ts'
import { startDiscordPage } from '../../../sim-discord/src/page/server.ts'
import { createGameConsole } from '../../../sim/game/game-console.ts'
import { botForTest } from '../../support/bot.ts'

/** Starts the service with its bot and the page of its simulated Discord; all is closed after the test. */
export async function startDemoDiscord() {
  const settings = { CACHE_ACCOUNT_SECONDS: '0', WATCH_INTERVAL_SECONDS: '5', HTTP_PUBLIC_URL: 'http://rapsheet.test' }
  const bot = await botForTest(settings)
  const { discord, sim } = bot
  discord.guild().createChannel({ name: 'alerts' })
  // The public address leads to the service, whose port is known only after its start.
  const { hostname, port } = new URL(bot.url)
  const connect = buildConnector({})
  const dispatcher = new Agent({ connect: (options, callback) => connect({ ...options, hostname, port }, callback) })
  const page = await startDiscordPage({
    discord,
    conversation: createConversation(discord),
    world: createWorldControl({ world: sim.world, dial: sim.dial, cacheSeconds: 0, sweepSeconds: 5 }),
    game: createGameControl(createGameConsole(dispatcher), sim.world),
    files: await readPageFiles(inject('discordPageFolder')),
    media: { discordUrl: discord.url, cdnUrl: sim.cdnUrl },
  })
  onTestFinished(async () => {
    await page.close()
    await dispatcher.destroy()
  })
  return page
}
