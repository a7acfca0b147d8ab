import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { furnishGuild } from '../set-up/furnish-guild.ts'
import { startDemoSteam } from '../set-up/start-demo-steam.ts'
import { type SimDiscord, startDiscord } from '../../packages/sim-discord/src/index.ts'
import type { SimSteam } from '../../packages/sim-steam/src/server.ts'
import { startBalancer } from './balancer.ts'
import type { Part } from './part.ts'
import { startPostgresPart } from './postgres-part.ts'
import { createProgramPart, type ProgramPart } from './program-part.ts'

/** Enough for a machine that runs all parts on few cores. */
const CHECK_WITHIN_MS = 2_000
/** A busy machine may answer no check in time for a moment. */
const TRY_FOR_MS = 5_000
const REPLICAS = ['replica 1', 'replica 2', 'replica 3']
const BOTS = ['bot', 'standby']

/** Settings of all processes; the environment of the demo takes precedence. */
const DEFAULTS = {
  // Enough for a sweep every few seconds; sweeps may use a tenth of it.
  STEAM_CALLS_PER_DAY: '1000000',
  WATCH_INTERVAL_SECONDS: '5',
  DRAIN_SECONDS: '2',
  TRUST_PROXY: 'loopback',
}

/** The processes of one service, and what surrounds them. */
export interface Service {
  steam: SimSteam
  discord: SimDiscord
  /** The address of the balancer. */
  url: string
  replicas: ProgramPart[]
  bots: ProgramPart[]
  postgres: Part
}

interface ServiceOptions {
  environment: Record<string, string | undefined>
  /** The compiled `src/main.ts`. */
  entry: string
  /** Called with a cleanup function for each part, in the order of the start. */
  onEnd: (end: () => Promise<unknown>) => void
  /** Called with each warning and error that a process writes. */
  onWarning: (text: string) => void
}

/** Starts simulated Steam and Discord, Postgres and a balancer, and creates the processes; they have to be started. */
export async function openService({ environment, entry, onEnd, onWarning }: ServiceOptions): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'rapsheet-replicas-'))
  onEnd(() => rm(folder, { recursive: true, force: true }))
  const steam = await startDemoSteam()
  onEnd(steam.close)
  const discord = await startDiscord({ name: 'Rapsheet' })
  onEnd(discord.close)
  furnishGuild(discord)
  const starting = startPostgresPart()
  onEnd(async () => (await starting).remove())
  const postgres = await starting

  const shared = {
    ...DEFAULTS,
    ...environment,
    // The demo reads the log to find out that a process listens.
    LOG_LEVEL: 'info',
    HTTP_HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
  }
  const createProgram = (name: string, role: string) =>
    createProgramPart({
      name,
      entry,
      // Without a .env file.
      folder,
      settings: { ...shared, ROLE: role },
      onWarning: (text) => onWarning(`${name}: ${text}`),
    })
  const replicas = REPLICAS.map((name) => createProgram(name, 'http'))
  const bots = BOTS.map((name) => createProgram(name, 'bot'))
  onEnd(() => Promise.all([...replicas, ...bots].map((program) => program.stop())))
  const balancer = await startBalancer(() => replicas.flatMap((replica) => replica.url() ?? []), {
    checkWithinMs: CHECK_WITHIN_MS,
    tryForMs: TRY_FOR_MS,
  })
  onEnd(balancer.close)
  return { steam, discord, url: balancer.url, replicas, bots, postgres }
}
