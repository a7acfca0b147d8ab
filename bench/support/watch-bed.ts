import { join } from 'node:path'
import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { Overrides } from '../../src/app/open-steam.ts'
import type { Platform } from './platform.ts'
import type { Server, Testbed } from './testbed.ts'

/** A simulated Steam and Discord for a service that may be killed and started again on the same database. */
export interface WatchBed {
  platform: Platform
  /** Runs in this process, so that it outlives the service. */
  discord: SimDiscord
  databaseUrl: string
  /** Starts the service, and waits until its bot is logged in. */
  start(): Promise<Server>
}

/** Starts Steam and Discord; the service gets these settings besides the addresses. */
export async function openWatchBed(
  testbed: Testbed,
  world: { guilds: number; accounts: number; latencyMs: number; seed: number },
  settings: Record<string, string> = {},
  overrides?: Overrides,
): Promise<WatchBed> {
  const platform = await testbed.platform(world.latencyMs, world.accounts, world.seed)
  const discord = await testbed.discord(world.guilds)
  const folder = await testbed.folder()
  const environment = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_USER_PER_MINUTE: '0',
    DISCORD_GUILD_PER_MINUTE: '0',
    STORE_URL: 'memory://',
    DATABASE_URL: `sqlite://${join(folder, 'community.sqlite')}`,
    ...settings,
  }
  return {
    platform,
    discord,
    databaseUrl: environment.DATABASE_URL,
    async start() {
      const ours = await testbed.rapsheet(platform, environment, overrides)
      await discord.gateway.untilReady()
      return ours
    },
  }
}
