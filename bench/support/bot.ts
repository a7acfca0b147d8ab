import { z } from 'zod'
import type { Overrides } from '../../src/parts/open-steam.ts'
import type { Order } from '../moderators.ts'
import type { Child } from './child.ts'
import type { Server, Testbed } from './testbed.ts'

const addressesSchema = z.object({ apiUrl: z.string(), token: z.string(), steamUrl: z.string() })

/** A service with its bot, and the process that simulates Steam, Discord and its moderators. */
export interface Bot {
  moderators: Child
  ours: Server
  steamUrl: string
}

/** Starts both, and waits until the bot is logged in. */
export async function openBot(
  testbed: Testbed,
  simulation: { guilds: number; latencyMs: number },
  settings: Record<string, string> = {},
  overridesFor?: (steamUrl: string) => Overrides,
): Promise<Bot> {
  const moderators = await testbed.child('bench/moderators.ts')
  await moderators.next()
  const { apiUrl, token, steamUrl } = addressesSchema.parse(
    await moderators.ask({ order: 'open', ...simulation } satisfies Order),
  )
  const ours = await testbed.rapsheet(
    { url: steamUrl },
    {
      DISCORD_TOKEN: token,
      DISCORD_API_URL: apiUrl,
      DISCORD_USER_PER_MINUTE: '0',
      DISCORD_GUILD_PER_MINUTE: '0',
      ...settings,
    },
    overridesFor?.(steamUrl),
  )
  await moderators.ask({ order: 'ready' } satisfies Order)
  return { moderators, ours, steamUrl }
}
