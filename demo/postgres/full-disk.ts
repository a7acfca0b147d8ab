import pg from 'pg'

const NAME = 'sim_disk_is_full'
/** The error of Postgres for a table that cannot grow. */
const CREATE_FUNCTION = `CREATE OR REPLACE FUNCTION ${NAME}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION USING ERRCODE = 'disk_full', HINT = 'Check free disk space.',
    MESSAGE = format('could not extend file "base/1/%s": No space left on device', TG_RELID);
END $$`
const FIND_TABLES = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`

/**
 * Simulates a full disk: triggers refuse each insertion and update in a database, because a disk of limited size needs rights that few
 * users have. Returns a function that ends it. Reads, deletions and the transaction log continue, as with a separate disk for the tables.
 */
export async function fillDisk(url: string): Promise<() => Promise<void>> {
  const forEachTable = (statement: (table: string) => string) =>
    withClient(url, async (client) => {
      await client.query(CREATE_FUNCTION)
      const { rows } = await client.query<{ name: string }>(FIND_TABLES)
      for (const { name } of rows) await client.query(statement(name))
    })
  const drop = (table: string) => `DROP TRIGGER IF EXISTS ${NAME} ON ${table}`
  await forEachTable(
    (table) =>
      `CREATE OR REPLACE TRIGGER ${NAME} BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${NAME}()`,
  )
  return () => forEachTable(drop)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
