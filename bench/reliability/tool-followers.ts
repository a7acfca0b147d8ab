import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/app/database.ts'
import { openBanBed, startBot } from '../support/ban-bed.ts'
import { readMetric } from '../support/metric.ts'
import { median, percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { addToolToken, askAsTool, followFeed, readList } from '../support/tool-bed.ts'
import { untilTrue } from '../support/watch-lists.ts'

const SERVERS = 5
const FOLLOWERS_PER_SERVER = 100
const FOLLOWERS = SERVERS * FOLLOWERS_PER_SERVER
const EVENTS = 40
const SETTLE_MS = 5_000
const WITHIN_MS = 60_000
const MEGABYTE = 1024 * 1024

/** Many followers of the feed on one process: its memory, and how soon an event has reached all followers of its server. */
export async function measureToolFollowers(testbed: Testbed): Promise<Findings> {
  const settings = { TOOL_REQUESTS_PER_MINUTE: '0', HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0' }
  const bed = await openBanBed(testbed, 'SQLite', SERVERS, settings)
  const database = await openDatabase(bed.databaseUrl)
  const tokens: string[] = []
  for (const guildId of bed.discord.guildIds) tokens.push(await addToolToken(database, guildId))
  const ours = await startBot(bed)
  const memory = async () => {
    await ours.usage('collect')
    // V8 gives memory back after a collection, not during it.
    await sleep(SETTLE_MS)
    return (await ours.usage('collect')).rss / MEGABYTE
  }
  for (const token of tokens) await readList(ours.url, token)
  const before = await memory()
  const end = new AbortController()
  const seen = new Map<string, number[]>()
  const following: Promise<unknown>[] = []
  for (const token of tokens) {
    const { cursor } = await readList(ours.url, token)
    const on = ({ object: { steamId } }: { object: { steamId: string } }) =>
      void seen.set(steamId, [...(seen.get(steamId) ?? []), performance.now()])
    for (let follower = 0; follower < FOLLOWERS_PER_SERVER; follower++)
      following.push(followFeed(() => [ours.url], token, cursor, { on, signal: end.signal }))
  }
  await untilTrue(
    WITHIN_MS,
    'all followers',
    async () => (await readMetric(ours.url, 'rapsheet_event_streams')) === FOLLOWERS,
  )
  const after = await memory()
  const delays: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    const steamId = String(76_561_198_000_000_000n + BigInt(event))
    const bannedAt = await banAtAll(ours.url, tokens, steamId)
    await untilTrue(WITHIN_MS, 'the event at all followers', async () => seen.get(steamId)?.length === FOLLOWERS)
    delays.push(Math.max(...(seen.get(steamId) ?? [])) - bannedAt)
  }
  end.abort()
  await Promise.all(following)
  await ours.stop()
  await database.close()
  const [more, slowest] = [after - before, Math.max(...delays)]
  return {
    rows: [
      {
        what: `${FOLLOWERS} followers of the events of ${SERVERS} servers on one process: memory`,
        target: '≤ 40 MB more',
        measured: `${more.toFixed(1)} MB more: ${whole(after)} against ${whole(before)} MB`,
        isMet: more <= 40,
      },
      {
        what: `an account is banned at all ${SERVERS} servers → the last of ${FOLLOWERS} followers has the event`,
        target: '≤ 1 s',
        measured: `p50 ${whole(median(delays))} ms, p95 ${whole(percentile(delays, 95))} ms, slowest ${whole(slowest)} ms of ${EVENTS}`,
        isMet: slowest <= 1_000,
      },
    ],
  }
}

/** Bans an account at every server at once; returns when the first one had answered. */
async function banAtAll(url: string, tokens: readonly string[], steamId: string): Promise<number> {
  const times = await Promise.all(
    tokens.map(async (token) => {
      const { status } = await askAsTool(url, token, `/api/bans/${steamId}`, { method: 'PUT', body: { reason: 'bot' } })
      if (status !== 201) throw new Error(`a ban: ${status}`)
      return performance.now()
    }),
  )
  return Math.min(...times)
}
