import pg from 'pg'
import { openCallLeases, type CallLeases, type CallLeasesOptions } from '../../src/cluster/call-leases.ts'
import { openReplica } from './replicas.ts'

/** The leases of a replica, on the database's time. */
export async function leasesForTest(url: string, limit: number, options: Partial<CallLeasesOptions> = {}) {
  const { replicas, clock } = await openReplica(url, undefined)
  const leases = await openCallLeases({ replicas, key: 'digest', limit: () => limit, clock, ...options })
  return { leases, replicas, clock }
}

/** Takes calls until one is refused; resolves to their number. */
export async function takeAll({ take }: CallLeases): Promise<number> {
  for (let taken = 0; ; taken++) {
    const isTaken = take()
    if (isTaken !== true && !(await isTaken)) return taken
  }
}

/** The calls made or leased on each day, as the database has them. */
export async function readTotal(url: string): Promise<number[]> {
  return readNumbers(url, 'SELECT total AS n FROM rapsheet_replicas.call_days ORDER BY day')
}

/** The calls that are held back for each replica. */
export async function readHeld(url: string): Promise<number[]> {
  return readNumbers(url, 'SELECT held AS n FROM rapsheet_replicas.call_leases ORDER BY held')
}

async function readNumbers(url: string, sql: string): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ n: number }>(sql)
  await client.end()
  return rows.map(({ n }) => n)
}
