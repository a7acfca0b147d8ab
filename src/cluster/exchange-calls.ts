import type { ClientBase } from 'pg'
import { z } from 'zod'

/**
 * `call_days` has, for each API key (as a digest) and UTC day, how many calls all replicas together have made or leased. `call_leases` has
 * the part of each replica. A replica changes both tables only through one function, so that a replica that dies cannot keep the row of the
 * day locked.
 *
 * A replica says how many calls it has made on a day, how many unused calls it must keep and how many it wants, and gets the number of
 * unused calls that it then has. If an answer gets lost, the next exchange corrects the numbers. `seq` grows with each exchange: Postgres
 * may run a statement long after the replica has given it up, and must then ignore it.
 *
 * `share` is the number of calls that a replica may make without asking while it is cut off. It is reserved, so that the other replicas do
 * not use these calls too. An answer that reduces the share may get lost, so the previous, larger share stays reserved until the next
 * exchange. The database cannot distinguish a dead replica from one that is cut off, so it reserves the share of either until ten minutes
 * after the last exchange. A day may begin while a replica is cut off, and the replica then takes a share of the new day. A share of the
 * new day is therefore reserved for each replica with a heartbeat in the last ten minutes that shared the calls of the day before and has
 * not asked for calls of the new day.
 */
export const CALL_TABLES = `
  CREATE TABLE rapsheet_replicas.call_days (
    key text NOT NULL,
    day int NOT NULL,
    total int NOT NULL,
    PRIMARY KEY (key, day)
  );
  CREATE TABLE rapsheet_replicas.call_leases (
    key text NOT NULL,
    day int NOT NULL,
    replica text NOT NULL,
    granted int NOT NULL,
    held int NOT NULL,
    seq int NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (key, day, replica)
  )`

/**
 * The SQL function for an exchange. A change needs a new migration that runs this statement again. The parameters must stay, because two
 * versions of the program run side by side for a while.
 */
export const EXCHANGE_FUNCTION = `
  CREATE OR REPLACE FUNCTION rapsheet_replicas.exchange_calls(
    p_key text, p_day int, p_replica text, p_seq int, p_used int, p_keep int, p_want int, p_share int, p_limit int,
    p_alive int, p_leaves boolean
  ) RETURNS TABLE (today int, unused int, total int, share int, held int) LANGUAGE plpgsql AS $$
  DECLARE
    v_now timestamptz := clock_timestamp();
    v_today int := floor(extract(epoch FROM v_now) / 86400);
    v_before int;
    v_total int;
    v_granted int;
    v_seq int;
    v_others int;
    v_free int;
    v_unused int := 0;
    v_share int := 0;
    v_held int;
  BEGIN
    INSERT INTO rapsheet_replicas.call_days VALUES (p_key, p_day, 0) ON CONFLICT DO NOTHING;
    SELECT d.total INTO v_before FROM rapsheet_replicas.call_days d WHERE d.key = p_key AND d.day = p_day FOR UPDATE;
    SELECT l.granted, l.seq INTO v_granted, v_seq FROM rapsheet_replicas.call_leases l
      WHERE l.key = p_key AND l.day = p_day AND l.replica = p_replica;
    IF v_seq >= p_seq THEN RETURN; END IF;
    SELECT coalesce(sum(l.held), 0) INTO v_others FROM rapsheet_replicas.call_leases l
      WHERE l.key = p_key AND l.day = p_day AND l.replica <> p_replica AND l.seen_at > v_now - interval '10 min';
    v_total := v_before - coalesce(v_granted, 0) + p_used;
    IF p_day = v_today THEN
      SELECT v_others + count(*) * (p_limit / (2 * p_alive)) INTO v_others FROM rapsheet_replicas.call_leases l
        JOIN rapsheet_replicas.members m ON m.id = l.replica AND m.beat_at > v_now - interval '10 min'
        WHERE l.key = p_key AND l.day = p_day - 1 AND l.replica <> p_replica AND NOT EXISTS (
          SELECT FROM rapsheet_replicas.call_leases t WHERE t.key = p_key AND t.day = p_day AND t.replica = l.replica
        );
      v_free := CASE WHEN p_limit = 0 THEN 1000000 ELSE greatest(0, p_limit - v_total - v_others) END;
      v_unused := greatest(p_keep, least(p_want, v_free, greatest(1, v_free / (2 * p_alive))));
      IF p_limit > 0 AND NOT p_leaves THEN
        v_share := greatest(0, least((p_limit - v_total - v_unused) / (2 * p_alive), v_free - v_unused));
      END IF;
    END IF;
    v_held := greatest(p_share, v_share);
    v_total := v_total + v_unused;
    INSERT INTO rapsheet_replicas.call_leases AS l VALUES (p_key, p_day, p_replica, p_used + v_unused, v_held, p_seq, v_now)
      ON CONFLICT (key, day, replica) DO UPDATE
      SET granted = excluded.granted, held = excluded.held, seq = excluded.seq, seen_at = excluded.seen_at;
    IF v_total <> v_before THEN
      UPDATE rapsheet_replicas.call_days d SET total = v_total WHERE d.key = p_key AND d.day = p_day;
      PERFORM pg_notify('rapsheet_replicas', json_build_object('from', p_replica, 'kind', 'calls',
        'payload', json_build_object('key', p_key, 'day', p_day, 'total', v_total))::text);
    END IF;
    IF v_before = 0 THEN
      DELETE FROM rapsheet_replicas.call_leases l WHERE l.day < v_today - 7;
      DELETE FROM rapsheet_replicas.call_days d WHERE d.day < v_today - 7;
    END IF;
    RETURN QUERY SELECT v_today, v_unused, v_total, v_share, v_held;
  END $$`

export interface CallExchange {
  /** The digest of the API key. */
  key: string
  /** Days since 1970. */
  day: number
  replica: string
  /** Sequence number; it grows with each exchange of this replica. */
  seq: number
  /** Calls that this replica has made on that day. */
  used: number
  /** Unused calls that the replica has and keeps. */
  keep: number
  /** Unused calls that the replica wants to have after the exchange. */
  want: number
  /** Calls that the replica may make while it gets no answer. */
  share: number
  /** Calls a day; 0 for no limit. */
  limit: number
  /** Number of replicas that share the calls. */
  alive: number
  /** Whether the replica stops and needs no share. */
  leaves: boolean
}

const rowsSchema = z.tuple([
  z.object({ today: z.int(), unused: z.int(), total: z.int(), share: z.int(), held: z.int() }),
])

/**
 * The calls of a replica after an exchange, and the share that is reserved for it. `today` is the day by the database's clock; calls of
 * another day are not granted.
 */
export type CallGrant = z.infer<typeof rowsSchema>[0]

/** Reports the calls of a replica, and returns the calls that it then has. */
export async function exchangeCalls(client: ClientBase, exchange: CallExchange): Promise<CallGrant> {
  const { key, day, replica, seq, used, keep, want, share, limit, alive, leaves } = exchange
  const { rows } = await client.query(
    'SELECT * FROM rapsheet_replicas.exchange_calls($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [key, day, replica, seq, used, keep, want, share, limit, alive, leaves],
  )
  return rowsSchema.parse(rows)[0]
}
