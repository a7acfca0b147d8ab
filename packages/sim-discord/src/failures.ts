import { json, type Answer } from './answer.ts'
import { isRecord } from './wire.ts'
import type { RouteName } from './routes.ts'
import { createSpoiler, type FailureKind } from './spoil.ts'

/** A failure for the next matching requests. */
export interface Failure extends FailureKind {
  /** A kind of request, or a pattern for `METHOD /path`. */
  match: RouteName | RegExp
  /** Only requests whose body contains this text fail. */
  containing?: string
  /** Text is sent as HTML, anything else as JSON; the default is Discord's body for the status. */
  body?: unknown
  headers?: Record<string, string>
  /** The number of requests that fail; 1 by default. */
  times?: number
}

/** How one request fails. */
export interface TakenFailure {
  answer: Answer | 'reset' | 'hang'
  isAccepted: boolean
}

/** Creates an empty list of pending failures. */
export function createFailures() {
  const waiting: (Failure & { left: number })[] = []
  const spoiler = createSpoiler()
  return {
    add: (failure: Failure): void => void waiting.push({ ...failure, left: failure.times ?? 1 }),
    /** Removes all pending failures. */
    clear: (): void => void (waiting.length = 0),
    spoiler,
    /** Takes the failure for this request, if any: the first pending one, or a random one. */
    take(name: RouteName, line: string, body: unknown): TakenFailure | undefined {
      const failure = waiting.find(
        ({ match, containing, left }) =>
          left > 0 &&
          (match instanceof RegExp ? match.test(line) : match === name) &&
          (containing === undefined || JSON.stringify(body ?? null).includes(containing)),
      )
      if (failure !== undefined) failure.left -= 1
      const taken: (FailureKind & Pick<Failure, 'body' | 'headers'>) | undefined = failure ?? spoiler.draw(name)
      if (taken === undefined) return undefined
      const { status, isAccepted = false } = taken
      return { answer: typeof status === 'number' ? toAnswer(status, taken) : status, isAccepted }
    },
  }
}

function toAnswer(
  status: number,
  { body = defaultBody(status), headers = {} }: Pick<Failure, 'body' | 'headers'>,
): Answer {
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body }
  const seconds = status === 429 && isRecord(body) ? body['retry_after'] : undefined
  const wait = typeof seconds === 'number' ? { 'retry-after': `${seconds}`, 'x-ratelimit-scope': 'user' } : {}
  return json(status, body, { ...wait, ...headers })
}

function defaultBody(status: number): unknown {
  if (status === 401) return { message: '401: Unauthorized', code: 0 }
  if (status === 429) return { message: 'You are being rate limited.', retry_after: 0.05, global: false }
  if (status >= 500) return `<html><head><title>${status}</title></head><body>cloudflare</body></html>`
  return { message: `${status}: Error`, code: 0 }
}
