import { createParser } from 'eventsource-parser'
import { USER_AGENT } from './ask.ts'

/** An event stream while it is read. */
export interface EventStream {
  status: number
  headers: Headers
  /** The next event, or undefined after the last. */
  next: () => Promise<unknown>
  /** All events that are still to come. */
  rest: () => Promise<unknown[]>
  /** Hangs up. */
  leave: () => void
}

/** Asks for a friend scan; `body` is sent as it is, a value as JSON. */
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
    // Getters, so that the response stays: fetch cancels a body nobody has begun to read when its response is collected.
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

/** Every event of a whole scan. */
export async function scan(service: { url: string }, body: unknown, init: RequestInit = {}): Promise<unknown[]> {
  return (await openScan(service, body, init)).rest()
}

/** The events of a byte stream as they come, by the rules browsers follow; throws for a field that is none. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
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
