/** Creates what the processes share that use one Postgres database; SQLite has one process. All of it is short-lived, such as today's count of calls. */
export const REPLICA_TABLES = `
  DROP SCHEMA IF EXISTS rapsheet_replicas CASCADE;
  CREATE SCHEMA rapsheet_replicas;
  CREATE TABLE rapsheet_replicas.members (
    id text PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL,
    program text NOT NULL,
    address text NOT NULL,
    settings jsonb NOT NULL,
    beat_at timestamptz NOT NULL
  );
  CREATE UNLOGGED TABLE rapsheet_replicas.pauses (
    name text PRIMARY KEY,
    pause_ms float8 NOT NULL,
    until timestamptz NOT NULL,
    is_over boolean NOT NULL
  );
  CREATE UNLOGGED TABLE rapsheet_replicas.news (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    replica text NOT NULL,
    content jsonb NOT NULL,
    told_at timestamptz NOT NULL
  );
  CREATE UNLOGGED TABLE rapsheet_replicas.client_use (
    client bytea NOT NULL,
    replica text NOT NULL,
    points float8 NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (client, replica)
  );
  CREATE TABLE rapsheet_replicas.day_calls (
    key text NOT NULL,
    day int NOT NULL,
    taken int NOT NULL,
    PRIMARY KEY (key, day)
  )`
