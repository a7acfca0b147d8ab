import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The default timeout of a client, as the API documentation suggests. */
const PATIENCE_MS = 10_000

const IDLE_MS = 60_000

/** The answer to a request; status 0 without a complete answer in time, with the reason as text. */
export interface Reply {
  status: number
  text: string
  /** Milliseconds from the request to the last byte. */
  ms: number
}

/** The options of a client. */
export interface ClientOptions {
  withinMs?: number
  /** Opens a new connection for each request. */
  isAlwaysNew?: boolean
}

/** A client with keep-alive connections. */
export interface Client {
  /** Sends a GET, or a POST with a body; never rejects. `signal` aborts the request. */
  ask(path: string, body?: object, signal?: AbortSignal): Promise<Reply>
  close(): void
}

/** Creates a client. Uses node:http, which costs half as much as fetch. */
export function createClient(url: string, options: ClientOptions = {}): Client {
  const { withinMs = PATIENCE_MS, isAlwaysNew = false } = options
  // Only an agent with a timeout closes idle connections before the server does, because only then it honours
  // the Keep-Alive header. A request on a connection that the server is closing would be lost.
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
        })
        const end = (status: number, text: string) => resolve({ status, text, ms: performance.now() - startedAt })
        const fail = (error: NodeJS.ErrnoException) => end(0, error.code ?? error.message)
        asked.once('error', fail)
        asked.once('response', (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.once('end', () => end(response.statusCode ?? 0, text))
          response.once('error', fail)
        })
        asked.end(body && JSON.stringify(body))
      }),
    close: () => agent.destroy(),
  }
}

/** Processes all items with limited concurrency. */
export async function inCrowd<T, R>(work: readonly T[], atOnce: number, one: (piece: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = work.entries()
  const worker = async () => {
    for (const [index, piece] of queue) results[index] = await one(piece)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Starts work at a fixed rate, without waiting for earlier work, until `isOver`; resolves when all work is done. */
export async function inPace<R>(perSecond: number, isOver: () => boolean, one: () => Promise<R>): Promise<R[]> {
  const startedAt = performance.now()
  const running: Promise<R>[] = []
  while (!isOver()) {
    running.push(one())
    await sleep(Math.max(0, startedAt + (running.length * 1_000) / perSecond - performance.now()))
  }
  return Promise.all(running)
}

/** Returns a function that tells whether this time has passed. */
export function overAfter(ms: number): () => boolean {
  const endsAt = performance.now() + ms
  return () => performance.now() >= endsAt
}
