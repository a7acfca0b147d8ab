import { join } from 'node:path'
import { connectSqlite } from '../../src/lib/plain-sqlite.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import type { Testbed } from '../support/testbed.ts'

/** One kind of failure of a database: begins it, and returns a function that ends it. */
type Fail = () => Promise<() => Promise<void>>

/** A database that can fail, and the settings of a service on it. */
export interface DoorBed {
  engine: string
  /** The database as the bench reaches it, also while it fails for the service. */
  databaseUrl: string
  guildIds: readonly string[]
  settings: Record<string, string>
  /** The ways in which the database fails, by name. */
  faults: Record<string, Fail>
}

/** A service with a bot on a SQLite file. */
export async function openSqliteBed(testbed: Testbed, guilds: number): Promise<DoorBed> {
  const discord = await testbed.discord(guilds)
  const path = join(await testbed.folder(), 'community.sqlite')
  const databaseUrl = `sqlite://${path}`
  const settings = { DATABASE_URL: databaseUrl, DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl }
  return {
    engine: 'SQLite',
    databaseUrl,
    guildIds: discord.guildIds,
    settings,
    faults: { locked: () => lock(path), 'without its tables': () => hideTables(path) },
  }
}

/** A service without a bot on Postgres. */
export async function openPostgresBed(testbed: Testbed, guilds: number): Promise<DoorBed> {
  const { postgres, network, databaseUrl, settings } = await openReplicaBed(testbed)
  return {
    engine: 'Postgres',
    databaseUrl,
    guildIds: Array.from({ length: guilds }, (_, index) => String(200_000_000_000_000_000n + BigInt(index))),
    settings: { ...settings, ROLE: 'http' },
    faults: {
      async frozen() {
        await postgres.freeze()
        return postgres.thaw
      },
      async killed() {
        await postgres.kill()
        return postgres.restart
      },
      async 'network cut'() {
        network.cut()
        return async () => network.repair()
      },
    },
  }
}

/** Another process keeps the file locked, so that nothing can be written. */
async function lock(path: string): Promise<() => Promise<void>> {
  const connection = await connectSqlite(path, 'write')
  await connection.query('PRAGMA busy_timeout = 10000')
  await connection.query('BEGIN EXCLUSIVE')
  return async () => {
    await connection.query('ROLLBACK')
    await connection.close()
  }
}

const TABLES = ['bans', 'events', 'policies', 'policy_tokens', 'joins']

/** Every query about lists, policies and joins fails. */
async function hideTables(path: string): Promise<() => Promise<void>> {
  const rename = async (from: string, to: string) => {
    const connection = await connectSqlite(path, 'write')
    await connection.query('PRAGMA busy_timeout = 10000')
    for (const table of TABLES) await connection.query(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`)
    await connection.close()
  }
  await rename('', 'hidden_')
  return () => rename('hidden_', '')
}
