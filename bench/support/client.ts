import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The time a client gives an answer before it hangs up, as the interface suggests it. */
const PATIENCE_MS = 10_000

const IDLE_MS = 60_000

/** What came of a request; status 0 when there was no whole answer in time, with the reason as text. */
export interface Reply {
  status: number
  text: string
  /** From the request to the last byte. */
  ms: number
  retryAfter: string | undefined
}

/** How a client is made. */
export interface ClientOptions {
  /** The loopback address it calls from. */
  localAddress?: string
  withinMs?: number
  /** Opens a connection for each request. */
  isAlwaysNew?: boolean
}

/** A client that keeps its connections. */
export interface Client {
  /** Gets a path, or posts a body to it; never rejects. `signal` hangs up early. */
  ask(path: string, body?: object, signal?: AbortSignal): Promise<Reply>
  close(): void
}

/** Makes a client of a server. Built on node:http, which can choose its address and costs half of what fetch does. */
export function createClient(url: string, options: ClientOptions = {}): Client {
  const { localAddress, withinMs = PATIENCE_MS, isAlwaysNew = false } = options
  // With a time limit of its own, and only then, the agent lets go of an idle connection before the server does: it goes by
  // the Keep-Alive header. A request on one that is just being closed would be lost.
  const agent = new Agent({ keepAlive: !isAlwaysNew, maxFreeSockets: Infinity, timeout: IDLE_MS })
  const headers = { 'user-agent': 'rapsheet-bench (loopback)', 'content-type': 'application/json' }
  return {
    ask: (path, body, signal) =>
      new Promise((resolve) => {
        const startedAt = performance.now()
        const asked = request(url + path, {
          agent,
          headers,
          method: body ? 'POST' : 'GET',
          signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]),
          ...(localAddress === undefined ? {} : { localAddress }),
        })
        const end = (status: number, text: string, retryAfter?: string) =>
          resolve({ status, text, ms: performance.now() - startedAt, retryAfter })
        const fail = (error: NodeJS.ErrnoException) => end(0, error.code ?? error.message)
        asked.once('error', fail)
        asked.once('response', (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.once('end', () => end(response.statusCode ?? 0, text, response.headers['retry-after']))
          response.once('error', fail)
        })
        asked.end(body && JSON.stringify(body))
      }),
    close: () => agent.destroy(),
  }
}

/** Does every piece of work, at most so many at once. */
export async function inCrowd<T, R>(work: readonly T[], atOnce: number, one: (piece: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = work.entries()
  const worker = async () => {
    for (const [index, piece] of queue) results[index] = await one(piece)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Starts a piece of work so many times a second, whatever becomes of those before, until `isOver`; resolves when all are done. */
export async function inPace<R>(perSecond: number, isOver: () => boolean, one: () => Promise<R>): Promise<R[]> {
  const startedAt = performance.now()
  const running: Promise<R>[] = []
  while (!isOver()) {
    running.push(one())
    await sleep(Math.max(0, startedAt + (running.length * 1_000) / perSecond - performance.now()))
  }
  return Promise.all(running)
}

/** Whether so much time has passed since now. */
export function overAfter(ms: number): () => boolean {
  const endsAt = performance.now() + ms
  return () => performance.now() >= endsAt
}
