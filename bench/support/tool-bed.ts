import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readBanParts } from '../../src/bans/list-bans.ts'
import type { Database } from '../../src/app/database.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import { type Ban, banSchema, toBanEntry } from '../../src/model/ban.ts'
import { TOOL_SCOPES } from '../../src/model/tool-token.ts'

const unixNow = () => Math.floor(Date.now() / 1_000)
const YEAR = 31_536_000
const RECONNECT_MS = 100
const USER = '100000000000000001'

/** Gives a Discord server a token that may do everything; running processes know it five seconds later. */
export async function addToolToken(database: Database, guildId: string): Promise<string> {
  const token = `rst_${randomBytes(32).toString('base64url')}`
  const now = unixNow()
  const given = { guildId, name: 'bench', scopes: [...TOOL_SCOPES], createdBy: USER, createdAt: now }
  await database.transaction(async ({ guilds, toolTokens }) => {
    await guilds.touch(guildId, 'en-US', now)
    await toolTokens.add({ ...given, hash: hashToken(token), expiresAt: now + YEAR })
  })
  return token
}

/** An answer; status 0 without a complete one. */
export interface ToolReply {
  status: number
  body: unknown
}

/** Sends a request of a tool; never rejects. */
export async function askAsTool(
  url: string,
  token: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<ToolReply> {
  try {
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'rapsheet-bench (loopback)',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? null : JSON.parse(text) }
  } catch {
    return { status: 0, body: null }
  }
}

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  object: banSchema,
})
/** An event about a ban. */
export type BanEvent = z.infer<typeof eventSchema>
/** The list as the database has it. */
export async function storedList(database: Database, guildId: string): Promise<Map<string, string>> {
  const all: Ban[] = []
  for await (const part of readBanParts({ database, clock: { unixSeconds: unixNow } }, guildId)) all.push(...part)
  return new Map(all.map((ban) => [ban.steamId, JSON.stringify(toBanEntry(ban))]))
}

/** The cursor of the events that follow the list as it is. */
export async function readCursor(url: string, token: string): Promise<string> {
  const { body } = await askAsTool(url, token, '/api/bans?limit=1')
  return z.object({ eventsCursor: z.string() }).parse(body).eventsCursor
}

/**
 * Follows the events about bans through several processes until the signal aborts: when a stream ends, goes on with the next process from the id of
 * the last event. Resolves to the number of streams.
 */
export async function followFeed(
  urls: () => readonly string[],
  token: string,
  from: string,
  { on, signal }: { on: (event: BanEvent) => void; signal: AbortSignal },
): Promise<number> {
  // Each stream listens to the signal until its response is collected.
  setMaxListeners(0, signal)
  let [lastId, streams] = [from, 0]
  for (; !signal.aborted; streams++) {
    const url = urls()[streams % urls().length] ?? ''
    await readStream(url, token, lastId, signal, (id, event) => {
      lastId = id
      if (event) on(event)
    }).catch((error: unknown) => {
      if (error instanceof FeedError) throw error
    })
    await sleep(RECONNECT_MS)
  }
  return streams
}

class FeedError extends Error {}

async function readStream(
  url: string,
  token: string,
  lastId: string,
  signal: AbortSignal,
  on: (id: string, event: BanEvent | null) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'last-event-id': lastId }
  const reply = await fetch(`${url}/api/events?types=ban.added,ban.changed,ban.removed`, { headers, signal })
  if (reply.status === 400 || reply.status === 410) throw new FeedError(`the feed answers ${reply.status}`)
  let rest = ''
  for await (const chunk of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
      const [id, data] = [fields.get('id'), fields.get('data')]
      const isEvent = data !== undefined && !fields.has('event')
      if (id !== undefined) on(id, isEvent ? eventSchema.parse(JSON.parse(data)) : null)
    }
  }
}
