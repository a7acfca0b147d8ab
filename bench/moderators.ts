import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type SimReply, type SimUser, startDiscord } from '../packages/sim-discord/src/index.ts'
import { startSteam } from '../packages/sim-steam/src/server.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'

// Simulates Discord with its moderators, and Steam, in one process; the bot runs in another.
const SAMPLE_MS = 2
const PAUSE_MS = 400
const LONGEST_COMMAND_MS = 60_000
const LINES = ['/lookup ONE', '/friends ONE', '/stats ONE', '/lookup raider', '/batch MANY', '/inventory ONE']

const orderSchema = z.discriminatedUnion('order', [
  z.object({ order: z.literal('open'), guilds: z.number(), latencyMs: z.number() }),
  z.object({ order: z.literal('ready') }),
  /** All commands and their buttons in turn, by four moderators, for `ms`. */
  z.object({ order: z.literal('shift'), steamIds: z.array(z.string()), ms: z.number() }),
])
export type Order = z.infer<typeof orderSchema>

let simulation: Awaited<ReturnType<typeof openSimulation>> | undefined
process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (order.success) void carryOut(order.data).then((result) => process.send?.(result))
})
// The probe has unreferenced this channel; here it must keep the process alive.
process.channel?.ref()
process.send?.('ready')

async function openSimulation(guilds: number, latencyMs: number) {
  const steam = await startSteam({ world: createWorld({ accounts: 6_000 }), latencyMs })
  const discord = await startDiscord({ guilds })
  return { steam, discord }
}

async function carryOut(order: Order): Promise<object> {
  if (order.order === 'open') {
    simulation = await openSimulation(order.guilds, order.latencyMs)
    return {
      apiUrl: simulation.discord.apiUrl,
      token: simulation.discord.token,
      steamUrl: simulation.steam.url,
    }
  }
  if (!simulation) throw new Error('the simulation is not open')
  const { discord } = simulation
  switch (order.order) {
    case 'ready':
      await discord.gateway.untilReady()
      // The bot deploys its commands after the login.
      while (discord.commands.puts() === 0) await sleep(SAMPLE_MS)
      return {}
    case 'shift':
      return workShift(order.steamIds, order.ms)
  }
}

/** Uses all commands in turn; counts interactions without an answer. */
async function workShift(steamIds: string[], ms: number) {
  const { discord } = getSimulation()
  const endsAt = performance.now() + ms
  const counts = { commands: 0, unanswered: 0 }
  const settled = async (reply: SimReply) => {
    counts.commands++
    // Rejects when Discord shows an error because the bot did not acknowledge the interaction.
    await reply.acknowledged().catch(() => counts.unanswered++)
    await reply.until(/\S/, LONGEST_COMMAND_MS).catch(() => counts.unanswered++)
  }
  const work = async (moderator: SimUser, start: number) => {
    for (let turn = start; performance.now() < endsAt; turn++) {
      const [one = '', ...others] = steamIds.slice((turn * 7) % (steamIds.length - 20)).slice(0, 20)
      const line = LINES[turn % LINES.length]?.replace('ONE', one).replace('MANY', others.join(' ')) ?? ''
      const reply = moderator.type(line)
      await settled(reply)
      await sleep(PAUSE_MS)
      // Links are not interactions.
      const buttons = reply.buttons().filter(({ customId }) => customId !== undefined)
      const usable = buttons.findIndex(({ disabled }) => !disabled)
      if (usable !== -1) await settled(reply.click(usable + 1))
      await sleep(PAUSE_MS)
      // The recorded requests would fill the memory of this process.
      discord.rest.reset()
    }
  }
  await Promise.all([0, 1, 2, 3].map((start) => work(moderator(), start)))
  return { ...counts, violations: discord.violations() }
}

function getSimulation() {
  if (!simulation) throw new Error('the simulation is not open')
  return simulation
}

const moderator = () => getSimulation().discord.user()
