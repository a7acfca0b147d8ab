import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readBanParts } from '../../src/bans/list-bans.ts'
import type { Database } from '../../src/app/database.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import { type Ban, banSchema, toBanEntry } from '../../src/model/ban.ts'
import { TOOL_SCOPES } from '../../src/model/tool-token.ts'
import { unixNow } from './ban-bed.ts'

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
const eventPageSchema = z.object({ events: z.array(eventSchema), next: z.string().nullable() })
const listPageSchema = z.object({
  bans: z.array(banSchema),
  next: z.string().nullable(),
  eventsCursor: z.string().optional(),
})

/** A copy of a list, which events keep equal to it. */
export type Mirror = Map<string, string>

const toMirror = (bans: readonly Ban[]): Mirror =>
  new Map(bans.map((ban) => [ban.steamId, JSON.stringify(toBanEntry(ban))]))

/** Applies an event about a ban to a copy of the list. */
export function apply(mirror: Mirror, { type, object }: BanEvent): void {
  if (type === 'ban.removed') mirror.delete(object.steamId)
  else mirror.set(object.steamId, JSON.stringify(toBanEntry(object)))
}

/** The list as the database has it. */
export async function storedList(database: Database, guildId: string): Promise<Mirror> {
  const all: Ban[] = []
  for await (const part of readBanParts({ database, clock: { unixSeconds: unixNow } }, guildId)) all.push(...part)
  return toMirror(all)
}

/** Reads the whole list in pages of 200, and the cursor of the first page. */
export async function readList(url: string, token: string): Promise<{ mirror: Mirror; cursor: string; pages: number }> {
  const bans: Ban[] = []
  let [cursor, pages] = ['', 0]
  for (let after: string | null = ''; after !== null; pages++) {
    const path = `/api/bans?limit=200${after && `&after=${after}`}`
    const { status, body } = await askAsTool(url, token, path)
    if (status !== 200) throw new Error(`the list answers ${status}: ${JSON.stringify(body)}`)
    const page = listPageSchema.parse(body)
    bans.push(...page.bans)
    cursor ||= page.eventsCursor ?? ''
    after = page.next
  }
  // An entry that was replaced while the list was read can be on two pages; the first one is newer.
  return { mirror: toMirror(bans.toReversed()), cursor, pages }
}

/** Reads all events about bans after a cursor in pages of 200. */
export async function readFeed(
  url: string,
  token: string,
  cursor: string,
  on: (event: BanEvent) => void,
): Promise<void> {
  for (let after: string | null = cursor; after !== null;) {
    const path = `/api/events?limit=200&types=ban.added,ban.changed,ban.removed&after=${after}`
    const { status, body } = await askAsTool(url, token, path)
    if (status !== 200) throw new Error(`the feed answers ${status}: ${JSON.stringify(body)}`)
    const page = eventPageSchema.parse(body)
    for (const event of page.events) on(event)
    after = page.next
  }
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
