import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { OpenSharedUse } from '../lib/limits/quota.ts'
import type { Replicas } from './create-replicas.ts'

/** A client is busy at a replica once it has used this fraction of its limit divided by the number of replicas. */
const BUSY_PART = 1 / 8
/** Maximum number of busy clients of a kind; further clients are limited by each replica alone. */
const MAX_BUSY = 10_000
const DIGEST_BYTES = 16

const rowsSchema = z.array(z.object({ digest: z.string(), points: z.number(), left_ms: z.number() }))

// Both parts of the statement see the table as it was before: the second part does not read what the first part stores.
const EXCHANGE = `
  WITH changed AS (
    INSERT INTO rapsheet_replicas.client_use (client, replica, points, ends_at)
    SELECT decode(digest, 'hex'), $1, points, clock_timestamp() + left_ms * interval '1 ms'
    FROM unnest($2::text[], $3::float8[], $4::float8[]) AS own (digest, points, left_ms)
    ON CONFLICT (client, replica) DO UPDATE SET points = excluded.points, ends_at = excluded.ends_at
  ), ended AS (
    DELETE FROM rapsheet_replicas.client_use WHERE ends_at < clock_timestamp() - interval '1 minute'
  )
  SELECT encode(client, 'hex') AS digest, points,
    (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS left_ms
  FROM rapsheet_replicas.client_use
  WHERE client = ANY(SELECT decode(asked, 'hex') FROM unnest($2::text[]) AS asked)
    AND replica <> $1 AND ends_at > clock_timestamp()`

interface Busy {
  points: number
  /** End of the window, by the clock of this process. */
  endsAt: number
  digest: string
  /** Use at other replicas, as of the last poll. */
  others: { points: number; endsAt: number }[]
}

interface ClientUseOptions {
  replicas: Pick<Replicas, 'self' | 'members' | 'addStep'>
  /** A secret that all replicas know and the database does not contain, so that clients cannot be identified from the database. */
  secret: string
  clock: Pick<Clock, 'now'>
}

/**
 * Shares how much of their limits busy clients have used: in each poll a replica stores its own counts and reads those of the others. A
 * client that spreads its requests over n replicas can exceed its limit by an eighth and by what it sends between two polls; while the
 * database is away, it has n times the limit.
 */
export function createClientUse({ replicas: { self, members, addStep }, secret, clock }: ClientUseOptions) {
  const kinds: Map<string, Busy>[] = []
  const digestOf = (key: string) =>
    createHmac('sha256', secret).update(key).digest().subarray(0, DIGEST_BYTES).toString('hex')

  addStep(async (client) => {
    const now = clock.now()
    for (const busy of kinds) for (const [name, { endsAt }] of busy) if (endsAt <= now) busy.delete(name)
    const entries = new Map(kinds.flatMap((busy) => [...busy.values()]).map((entry) => [entry.digest, entry]))
    if (entries.size === 0) return
    const rows = await exchange(client, self.id, [...entries.values()], now)
    for (const entry of entries.values()) entry.others = []
    const receivedAt = clock.now()
    for (const { digest, points, left_ms: leftMs } of rows)
      entries.get(digest)?.others.push({ points, endsAt: receivedAt + leftMs })
  })

  return {
    /** Opens the shared counts for one kind of clients, such as addresses; the functions are called for each request. */
    open:
      (kind: string): OpenSharedUse =>
      (limitPoints) => {
        const busy = new Map<string, Busy>()
        kinds.push(busy)
        return {
          note(client, points, leftMs) {
            const count = members().length
            const known = busy.get(client)
            const endsAt = clock.now() + leftMs
            if (known) Object.assign(known, { points, endsAt })
            else if (count > 1 && points >= (limitPoints / count) * BUSY_PART && busy.size < MAX_BUSY)
              busy.set(client, { points, endsAt, digest: digestOf(`${kind}:${client}`), others: [] })
          },
          elsewhere(client) {
            const now = clock.now()
            const others = busy.get(client)?.others.filter(({ endsAt }) => endsAt > now) ?? []
            if (others.length === 0) return undefined
            const ends = others.map(({ endsAt }) => endsAt - now)
            const points = others.reduce((sum, each) => sum + each.points, 0)
            return { points, firstMs: Math.min(...ends), lastMs: Math.max(...ends) }
          },
        }
      },
  }
}

/** Stores the use of clients at this replica, and reads how they have used their limits at other replicas. */
async function exchange(client: ClientBase, replica: string, own: readonly Busy[], now: number) {
  const columns = [
    own.map(({ digest }) => digest),
    own.map(({ points }) => points),
    own.map(({ endsAt }) => endsAt - now),
  ]
  return rowsSchema.parse((await client.query(EXCHANGE, [replica, ...columns])).rows)
}
