import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../../src/app/database.ts'
import { toBanEntry } from '../../src/model/ban.ts'
import { MIN_STEAM_ID } from '../../src/model/steam-id.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import { openWatchBed } from '../support/watch-bed.ts'
import { addToolToken, askAsTool, followFeed, readCursor, storedList, type BanEvent } from '../support/tool-bed.ts'
import { untilTrue } from '../support/watch-lists.ts'

const CHANGES = 10_000
const WRITERS = 10
const ACCOUNTS_PER_WRITER = 100
const FOLLOWERS = 3
const KILL_EVERY_MS = 3_000
const WITHIN_MS = 120_000
const SETTINGS = { TOOL_REQUESTS_PER_MINUTE: '0', STORE_URL: 'memory://', DRAIN_SECONDS: '0' }

/** Tools change a list and follow its events while processes are killed. */
export async function measureToolFeed(testbed: Testbed): Promise<Findings> {
  return {
    rows: [
      await followOn('SQLite', await oneProcess(testbed)),
      await followOn('Postgres', await threeReplicas(testbed)),
    ],
  }
}

/** The processes of a service, of which any may be killed at any time. */
interface Service {
  databaseUrl: string
  guildId: string
  servers: Server[]
  /** Kills the process with this number, and starts another one in its place. */
  restart(index: number): Promise<void>
}

async function oneProcess(testbed: Testbed): Promise<Service> {
  const bed = await openWatchBed(testbed, { guilds: 1, accounts: 100, latencyMs: 0, seed: 1 }, SETTINGS)
  const servers = [await bed.start()]
  return {
    databaseUrl: bed.databaseUrl,
    guildId: bed.discord.guildIds[0] ?? '',
    servers,
    async restart(index) {
      await servers[index]?.kill()
      servers[index] = await bed.start()
    },
  }
}

async function threeReplicas(testbed: Testbed): Promise<Service> {
  const platform = await testbed.platform(0, 100)
  const bed = await openReplicaBed(testbed)
  const { databaseUrl } = bed
  const servers = await bed.start(platform, 3, SETTINGS)
  return {
    databaseUrl,
    guildId: '500000000000000001',
    servers,
    async restart(index) {
      await servers[index]?.kill()
      const [next] = await bed.start(platform, 1, SETTINGS)
      if (next) servers[index] = next
    },
  }
}

async function followOn(engine: string, service: Service): Promise<Row> {
  const { guildId, servers } = service
  const database = await openDatabase(service.databaseUrl)
  const token = await addToolToken(database, guildId)
  const urls = () => servers.map(({ url }) => url)
  await untilTrue(WITHIN_MS, 'the token at all processes', async () => {
    const replies = await Promise.all(urls().map((url) => askAsTool(url, token, '/api/token')))
    return replies.every(({ status }) => status === 200)
  })
  const cursor = await readCursor(urls()[0] ?? '', token)
  const end = new AbortController()
  const seen: BanEvent[][] = Array.from({ length: FOLLOWERS }, () => [])
  const following = seen.map((events) =>
    followFeed(urls, token, cursor, { on: (event) => void events.push(event), signal: end.signal }),
  )
  const work = startWriters(urls, token)
  let kills = 0
  while (!(await work.isOverWithin(KILL_EVERY_MS))) await service.restart(kills++ % servers.length)
  const changes = await readChanges(database, guildId)
  await untilTrue(WITHIN_MS, 'all events at all followers', async () =>
    seen.every((events) => events.length >= changes.length),
  ).catch(() => {})
  end.abort()
  const streams = (await Promise.all(following)).reduce((sum, count) => sum + count, 0)
  const list = await storedList(database, guildId)
  await database.close()
  for (const { stop } of servers) await stop()
  const results = seen.map((events) => compare(events, changes, list))
  const sum = (of: (result: ReturnType<typeof compare>) => number) =>
    results.reduce((total, each) => total + of(each), 0)
  const [lost, twice, disordered] = [
    sum((each) => each.lost),
    sum((each) => each.twice),
    sum((each) => each.disordered),
  ]
  return {
    what: `${whole(CHANGES)} changes by ${WRITERS} tools, a process killed every ${KILL_EVERY_MS / 1_000} s, ${engine} with ${servers.length} process${servers.length > 1 ? 'es' : ''}: events at ${FOLLOWERS} followers`,
    target: '0 lost, 0 twice, in the order of the commits',
    measured: `${whole(changes.length)} lines in the log, ${lost} lost, ${twice} twice, ${disordered} out of order; ${results.filter(({ isEqual }) => isEqual).length} of ${FOLLOWERS} copies equal the list (${kills} kills, ${streams} streams, ${work.unanswered()} changes without an answer)`,
    isMet: lost + twice + disordered === 0 && results.every(({ isEqual }) => isEqual),
  }
}

/** What is stored about changes in the order of the commits, independently of the events: the audit log. */
async function readChanges(database: Database, guildId: string): Promise<string[]> {
  const lines = await database.read(({ audit }) => audit.list(guildId, 2 * CHANGES))
  return lines.toReversed().map(({ action, steamId }) => `${action} ${steamId}`)
}

/** The line that the audit log has of the change of an event: its actions are named as the types of events. */
const lineOf = ({ type, object: { steamId } }: BanEvent) => `${type.replace('.', '_')} ${steamId}`

function compare(events: readonly BanEvent[], changes: readonly string[], list: ReadonlyMap<string, string>) {
  const ids = new Set(events.map(({ id }) => id))
  const once = [...new Map(events.map((event) => [event.id, event])).values()]
  const lines = once.map(lineOf)
  const mirror = new Map<string, string>()
  for (const { type, object } of once) {
    if (type === 'ban.removed') mirror.delete(object.steamId)
    else mirror.set(object.steamId, JSON.stringify(toBanEntry(object)))
  }
  return {
    lost: Math.max(0, changes.length - lines.length),
    twice: events.length - ids.size + Math.max(0, lines.length - changes.length),
    disordered: lines.filter((line, index) => line !== changes[index]).length,
    isEqual: mirror.size === list.size && [...list].every(([steamId, ban]) => mirror.get(steamId) === ban),
  }
}

/** Changes the list through the processes in turn, until `CHANGES` were answered. */
function startWriters(urls: () => readonly string[], token: string) {
  let [left, unanswered] = [CHANGES, 0]
  const write = async (writer: number) => {
    const first = BigInt(MIN_STEAM_ID) + BigInt(writer * ACCOUNTS_PER_WRITER)
    const accounts = Array.from({ length: ACCOUNTS_PER_WRITER }, (_, index) => String(first + BigInt(index)))
    for (let change = 0; left > 0; change++) {
      const url = urls()[(writer + change) % urls().length] ?? ''
      const steamId = accounts[Math.floor(Math.random() * accounts.length)] ?? ''
      const request =
        Math.random() < 0.3
          ? { method: 'DELETE' }
          : { method: 'PUT', body: { reason: `writer ${writer}, change ${change} at ${Date.now()}` } }
      const { status, body } = await askAsTool(url, token, `/api/bans/${steamId}`, request)
      if ([200, 201, 204].includes(status)) left--
      else if (status === 0 || status === 503) unanswered++
      else if (status !== 404) throw new Error(`a change: ${status} ${JSON.stringify(body)}`)
      if (status === 0) await sleep(50)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    isOverWithin: (ms: number): Promise<boolean> =>
      Promise.race([writing.then(() => true), sleep(ms).then(() => false)]),
    unanswered: () => unanswered,
  }
}
