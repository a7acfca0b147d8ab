import { z } from 'zod'
import type { Overrides } from '../../src/app/open-steam.ts'
import type { Order } from '../moderators.ts'
import type { Child } from './child.ts'
import type { Server, Testbed } from './testbed.ts'

const addressesSchema = z.object({ apiUrl: z.string(), token: z.string(), steamUrl: z.string() })

interface Simulation {
  guilds: number
  latencyMs: number
}

/** A service with its bot, and the process that simulates Steam, Discord and its moderators. */
export interface Bot {
  moderators: Child
  ours: Server
  steamUrl: string
}

/** Starts the service and the simulating process, and waits until the bot is logged in. */
export async function openBot(
  testbed: Testbed,
  simulation: Simulation,
  settings: Record<string, string> = {},
  overridesFor?: (steamUrl: string) => Overrides,
): Promise<Bot> {
  const { moderators, steamUrl, env } = await openModerators(testbed, simulation)
  const ours = await testbed.rapsheet(
    { url: steamUrl },
    { ...env, DISCORD_USER_PER_MINUTE: '0', DISCORD_GUILD_PER_MINUTE: '0', ...settings },
    overridesFor?.(steamUrl),
  )
  await moderators.ask({ order: 'ready' } satisfies Order)
  return { moderators, ours, steamUrl }
}

async function openModerators(testbed: Testbed, simulation: Simulation) {
  const moderators = await testbed.child('bench/moderators.ts')
  await moderators.next()
  const { apiUrl, token, steamUrl } = addressesSchema.parse(
    await moderators.ask({ order: 'open', ...simulation } satisfies Order),
  )
  return { moderators, steamUrl, env: { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl } }
}
