import { createParser } from 'eventsource-parser'
import { USER_AGENT } from './ask.ts'

/** An event stream while it is read. */
export interface EventStream {
  status: number
  headers: Headers
  /** The next event, or undefined after the last. */
  next: () => Promise<unknown>
  /** All remaining events. */
  rest: () => Promise<unknown[]>
  /** Disconnects. */
  leave: () => void
}

/** Requests a friend scan; a string is sent unchanged, any other value as JSON. */
export async function openScan(service: { url: string }, body: unknown, init: RequestInit = {}): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(`${service.url}/api/friends`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: abort.signal,
    ...init,
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(init.headers as Record<string, string> | undefined),
    },
  })
  const events = readEvents(response.body ?? new ReadableStream())
  const next = async (): Promise<unknown> => (await events.next()).value
  return {
    // Getters keep the response reachable: fetch cancels an unread body when its response is garbage-collected.
    get status() {
      return response.status
    },
    get headers() {
      return response.headers
    },
    next,
    async rest() {
      const all: unknown[] = []
      for await (const event of events) all.push(event)
      return all
    },
    leave: () => abort.abort(),
  }
}

/** All events of a complete scan. */
export async function scan(service: { url: string }, body: unknown, init: RequestInit = {}): Promise<unknown[]> {
  return (await openScan(service, body, init)).rest()
}

/** Parses the events of a byte stream by the rules of browsers; throws for an unknown field. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const ready: unknown[] = []
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      if (event !== undefined || id !== undefined) throw new Error('an event has nothing but data here')
      ready.push(JSON.parse(data))
    },
    onError: (error) => {
      throw error
    },
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* ready.splice(0)
  }
}
