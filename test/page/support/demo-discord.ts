import { Agent, buildConnector } from 'undici'
import { inject, onTestFinished } from 'vitest'
import { startDiscordPage } from '../../../packages/sim-discord/src/index.ts'
import { botForTest } from '../../support/bot.ts'
import { demoPageOptions } from '../../support/demo-page.ts'

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
  const page = await startDiscordPage(discord, {
    ...demoPageOptions(discord, sim, dispatcher),
    folder: inject('demoPageFolder'),
  })
  onTestFinished(() => page.close())
  return page
}
