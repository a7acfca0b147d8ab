import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { Lease, LeaseRequest, PermitLease } from '../lib/limits/leased-limiter.ts'
import type { Replicas } from './create-replicas.ts'

/** How long a request waits for the database to give a permit; less if the request has waited for the database before. */
const WITHIN_MS = 200
/** How long the database is not asked after a failure, because each attempt would delay a request. */
const AWAY_MS = 2_000

const rowSchema = z.tuple([z.object({ full_in_ms: z.number() })])

const FULL_IN_MS = `(extract(epoch FROM p.full_at - clock_timestamp()) * 1000)::float8 AS full_in_ms`
const TAKE = `
  INSERT INTO rapsheet_replicas.permits AS p (name, full_at)
  VALUES ($1, clock_timestamp() + ($2::float8 + $3::float8) * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET
    full_at = greatest(p.full_at, clock_timestamp() + $2 * interval '1 ms') + $3 * interval '1 ms'
  WHERE p.full_at - $4::float8 * interval '1 ms' <= clock_timestamp()
  RETURNING ${FULL_IN_MS}`
const READ = `SELECT ${FULL_IN_MS} FROM rapsheet_replicas.permits p WHERE name = $1`

/** Takes one permit of the bucket with this name, by the database's time, unless the wait for it is too long. */
async function takePermit(client: ClientBase, name: string, request: LeaseRequest): Promise<Lease> {
  const { intervalMs, toleranceMs, maxWaitMs, fullInMs } = request
  const taken = await client.query(TAKE, [name, fullInMs, intervalMs, toleranceMs + maxWaitMs])
  const isGranted = taken.rowCount === 1
  const { rows } = isGranted ? taken : await client.query(READ, [name])
  const [{ full_in_ms: fullIn }] = rowSchema.parse(rows)
  const waitMs = Math.max(0, fullIn - toleranceMs - (isGranted ? intervalMs : 0))
  return { isGranted, waitMs, fullInMs: fullIn }
}

/** Creates the source of the permits that this replica shares with the replicas at the same outgoing address. */
export function createPermitLease(
  { run, self, membersAtAddress }: Pick<Replicas, 'run' | 'self' | 'membersAtAddress'>,
  name: string,
  clock: Pick<Clock, 'now'>,
): PermitLease {
  let awayUntil = Number.NEGATIVE_INFINITY
  return {
    async lease(request) {
      if (request.withinMs === 0) throw new Error('the request has no time left for the database')
      if (clock.now() < awayUntil) throw new Error('the database did not answer a moment ago')
      try {
        return await run(Math.min(WITHIN_MS, request.withinMs), (client) => takePermit(client, name, request))
      } catch (error) {
        awayUntil = clock.now() + AWAY_MS
        throw error
      }
    },
    share() {
      const ids = membersAtAddress().map(({ id }) => id)
      return { count: ids.length, rank: ids.toSorted().indexOf(self.id) }
    },
  }
}
