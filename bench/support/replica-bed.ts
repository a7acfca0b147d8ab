import type { Network } from '../../demo/postgres/network.ts'
import type { PostgresServer } from '../../demo/postgres/start-postgres.ts'
import type { Server, Testbed } from './testbed.ts'
import type { Platform } from './platform.ts'

/** A Postgres server with a database, and a network between it and the replicas. */
export interface ReplicaBed {
  postgres: PostgresServer
  network: Network
  /** The database, without that network. */
  databaseUrl: string
  /** Settings of a replica. */
  settings: Record<string, string>
  /** Starts replicas that serve HTTP, one after the other. */
  start(platform: Platform, count: number, settings?: Record<string, string>): Promise<Server[]>
}

/** Starts Postgres and the network to it. */
export async function openReplicaBed(testbed: Testbed): Promise<ReplicaBed> {
  const postgres = await testbed.postgres()
  const databaseUrl = await postgres.createDatabase()
  const network = await testbed.network(postgres.port)
  const settings = { DATABASE_URL: network.through(databaseUrl) }
  return {
    postgres,
    network,
    databaseUrl,
    settings,
    async start(platform, count, more = {}) {
      const all = { ...settings, ROLE: 'http', DRAIN_SECONDS: '0', ...more }
      const servers: Server[] = []
      while (servers.length < count) servers.push(await testbed.rapsheet(platform, all))
      return servers
    },
  }
}
