import type { ClientBase } from 'pg'
import { z } from 'zod'

/** How much of its limit a client has used at one replica, in a window that ends in `leftMs` milliseconds. */
export interface ClientUse {
  /** The digest that stands for the client, in hexadecimal digits. */
  digest: string
  points: number
  leftMs: number
}

const rowsSchema = z.array(z.object({ digest: z.string(), points: z.number(), left_ms: z.number() }))

// Both parts of the statement see the table as it was before: the second part does not read what the first part stores.
const EXCHANGE = `
  WITH changed AS (
    INSERT INTO rapsheet_replicas.client_use (client, replica, points, ends_at)
    SELECT decode(digest, 'hex'), $1, points, clock_timestamp() + left_ms * interval '1 ms'
    FROM unnest($2::text[], $3::float8[], $4::float8[]) AS own (digest, points, left_ms)
    ON CONFLICT (client, replica) DO UPDATE SET points = excluded.points, ends_at = excluded.ends_at
  )
  SELECT encode(client, 'hex') AS digest, points,
    (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS left_ms
  FROM rapsheet_replicas.client_use
  WHERE client = ANY(SELECT decode(asked, 'hex') FROM unnest($5::text[]) AS asked)
    AND replica <> $1 AND ends_at > clock_timestamp()`

/** Stores the changed use of clients at this replica, and reads how the clients in `asked` have used their limits at other replicas. */
export async function exchangeUse(
  client: ClientBase,
  replica: string,
  changed: ClientUse[],
  asked: string[],
): Promise<ClientUse[]> {
  const columns = [
    changed.map(({ digest }) => digest),
    changed.map(({ points }) => points),
    changed.map(({ leftMs }) => leftMs),
  ]
  const { rows } = await client.query(EXCHANGE, [replica, ...columns, asked])
  return rowsSchema.parse(rows).map(({ left_ms: leftMs, ...row }) => ({ ...row, leftMs }))
}

/** Removes the rows of windows that have ended. */
export async function removeEndedUse(client: ClientBase): Promise<void> {
  await client.query('DELETE FROM rapsheet_replicas.client_use WHERE ends_at < clock_timestamp()')
}
