import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import { readMetric } from '../support/metric.ts'
import type { Findings, Row } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import { untilTrue } from '../support/watch-lists.ts'

const KILLS = 6
const SCANS = 5
const ACCOUNTS = 3_000
/** The scan of an account with a hundred friends; it takes about 8 s. */
const SCANNED = CAST.scan
const LATENCY_MS = 2_500
/** How long a process holds the lease before it is killed; a varying part of the renewal interval is added. */
const WORKS_MS = 1_000
const RENEWED_EVERY_MS = 4_000
const WITHIN_MS = 30_000
const LOGIN_TARGET_S = 15

/** Measures two bots on one Postgres, of which the one with the session is killed during a scan. */
export async function measureReplicaBots(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS, 1)
  const discord = await testbed.discord(1)
  const settings = {
    ROLE: 'bot',
    DATABASE_URL: await (await testbed.postgres()).createDatabase(),
    STORE_URL: 'memory://',
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    STEAM_CALLS_PER_DAY: '0',
    LOG_LEVEL: 'silent',
  }
  const start = () => testbed.rapsheet(platform, settings)
  let holder = await start()
  await untilConnected(holder)
  const logins: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const standby = await start()
    logins.push(await killWhileScanning(holder, standby, discord, WORKS_MS + (kill * RENEWED_EVERY_MS) / KILLS))
    holder = standby
  }
  const rows: Row[] = [
    {
      what: `the bot is killed during scans, ${KILLS} times → the standby's first shard is logged in`,
      target: `≤ ${LOGIN_TARGET_S} s`,
      measured: `slowest ${Math.max(...logins).toFixed(1)} s, fastest ${Math.min(...logins).toFixed(1)} s`,
      isMet: Math.max(...logins) <= LOGIN_TARGET_S,
    },
  ]
  return { rows }
}

/** Kills the bot with the session while it works; resolves to the seconds until the standby is logged in. */
async function killWhileScanning(holder: Server, standby: Server, discord: SimDiscord, worksMs: number) {
  for (let scan = 0; scan < SCANS; scan += 1) discord.user().type(`/friends ${SCANNED}`)
  await sleep(worksMs)
  const sessions = discord.gateway.sessions()
  await holder.kill()
  const killedAt = performance.now()
  await untilTrue(WITHIN_MS, 'a session of the standby', async () => discord.gateway.sessions() > sessions)
  const loginSeconds = (performance.now() - killedAt) / 1_000
  await untilConnected(standby)
  return loginSeconds
}

const untilConnected = (server: Server) =>
  untilTrue(
    WITHIN_MS,
    'a connected bot',
    async () => (await readMetric(server.url, 'rapsheet_discord_connected')) === 1,
  )
