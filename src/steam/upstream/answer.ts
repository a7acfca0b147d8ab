import type { z } from 'zod'
import { RapsheetError } from '../../model/error.ts'
import type { RawAnswer } from './connection-pool.ts'

/** What a good answer to a call looks like. */
export interface Expectation<T> {
  /** The shape of the body of a 200. */
  schema: z.ZodType<T>
  /** Parses the body, instead of `JSON.parse`; throws when it is not JSON. */
  parse?: (text: string) => unknown
  /** Whether a 200 of the right shape also belongs to the request, for example has the right id; if not, the try has failed. */
  matchesRequest?: (value: T) => boolean
  /**
   * Whether an answer with another status than 200 is usable, not a failure. The function has to recognize answers of Steam itself, because
   * a 401 or 403 from a network in between says nothing about a player. Not called when Steam refuses the key.
   */
  isMeaningful?: (answer: { status: number; body: unknown; steamPage: SteamPage | undefined }) => boolean
}

/** Steam's own pages about a private player, by their titles. */
type SteamPage = 'Forbidden' | 'Unauthorized'

/** A 200 of the right shape, or another status that `isMeaningful` accepts. */
export type SteamAnswer<T> = { ok: true; value: T } | { ok: false; status: number }

/** The value of an answer to a call without `isMeaningful`. */
export function valueOf<T>(answer: SteamAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new TypeError(`the status ${answer.status} has no meaning here`)
}

/** How a try ended, for metrics: a status, or why there is no usable answer. */
export type Outcome = `${number}` | 'no_answer' | 'not_json' | 'wrong_shape' | 'key_refused' | 'blocked' | 'abandoned'

interface Classified<T> {
  outcome: Outcome
  result: SteamAnswer<T> | RapsheetError
}

/** Classifies what Steam sent: a usable answer, or a failure with its error. */
export function classifyAnswer<T>(raw: RawAnswer, expectation: Expectation<T>): Classified<T> {
  const { schema, parse, matchesRequest, isMeaningful } = expectation
  // Only the text proves a bad key, because Steam also sends 401 and 403 for private players.
  if ((raw.status === 401 || raw.status === 403) && /verify your\s+<pre>key=/i.test(raw.text))
    return { outcome: 'key_refused', result: keyRefused(raw.status) }
  const outcome: Outcome = `${raw.status}`
  const body = raw.isJson ? parseJson(raw.text, parse) : undefined
  if (raw.status !== 200) {
    const { status, text } = raw
    if (isMeaningful?.({ status, body, steamPage: readSteamPage(text) }))
      return { outcome, result: { ok: false, status } }
    return isBlockPage(raw)
      ? { outcome: 'blocked', result: blocked('Steam', 5, status) }
      : { outcome, result: refused(raw) }
  }
  // Steam's outage page comes with a 200.
  if (body === undefined)
    return { outcome: 'not_json', result: unavailable('Steam sent a page instead of data, as it does when it is down') }
  const parsed = schema.safeParse(body)
  if (!parsed.success) {
    const result = unavailable('Steam sent data of an unknown shape', { cause: parsed.error })
    return { outcome: 'wrong_shape', result }
  }
  if (matchesRequest && !matchesRequest(parsed.data))
    return { outcome: 'wrong_shape', result: unavailable("Steam's answer does not match the request") }
  return { outcome, result: { ok: true, value: parsed.data } }
}

/** The error for a call without a usable answer; `what` describes what Steam did instead. */
export function unavailable(what: string, details?: ConstructorParameters<typeof RapsheetError>[2]): RapsheetError {
  return new RapsheetError('platform_unavailable', `${what}; try again in a minute.`, details)
}

/** The error for a try that got no answer. */
export const noAnswer = (cause: unknown): RapsheetError => unavailable('Steam did not answer', { cause })

/** The error for a call while Steam refuses the key. */
export function keyRefused(upstreamStatus?: number): RapsheetError {
  const message = 'Steam refuses the API key of this server; its operator has to set a valid STEAM_API_KEY.'
  return new RapsheetError('key_refused', message, { upstreamStatus })
}

/** The error for a call while this server's address is blocked. `by` names the part of Steam that blocks it. */
export function blocked(by: string, retryMinutes: number, upstreamStatus?: number): RapsheetError {
  return new RapsheetError(
    'platform_blocked',
    `${by} blocks the address of this server at the moment, which says nothing about any account; try again in ${retryMinutes} min.`,
    { upstreamStatus, retryAfter: retryMinutes * 60 },
  )
}

/** The error when a call cannot be made in time. */
export function overloaded(what: string, waitMs: number): RapsheetError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new RapsheetError('overloaded', `${what}; try again in ${retryAfter} s.`, { retryAfter })
}

/** Whether the error is temporary, so that a retry may help. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RapsheetError) || error.code !== 'platform_unavailable') return false
  const { upstreamStatus } = error
  return upstreamStatus === undefined || upstreamStatus === 429 || upstreamStatus >= 500
}

/** Whether Steam's rate limit refused a call (429). */
export function isLimited(error: unknown): error is RapsheetError {
  return error instanceof RapsheetError && error.upstreamStatus === 429
}

/** Whether a body is exactly `{}`. */
export function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0
}

/**
 * The title of one of Steam's own pages, undefined for any other text. Only Steam's pages about a bad key were recorded; its pages about
 * private players are assumed to look alike.
 */
function readSteamPage(text: string): SteamPage | undefined {
  const [, title] =
    /^<html><head><title>(Forbidden|Unauthorized)<\/title><\/head><body><h1>\1<\/h1>Access is denied\.[^<]*<\/body><\/html>\s*$/.exec(
      text,
    ) ?? []
  return title === 'Forbidden' || title === 'Unauthorized' ? title : undefined
}

/**
 * Whether a 401 or 403 that is not an answer of Steam is sent by a network in front of Steam, which refuses this server's address. Such a
 * refusal is a page, not JSON. An empty body counts as a refusal only if the `Server` header names the edge network.
 */
function isBlockPage({ status, server, text }: RawAnswer): boolean {
  if (status !== 401 && status !== 403) return false
  const isData = /^\s*[[{]/.test(text) || parseJson(text) !== undefined
  return !isData && (/\S/.test(text) || /akamaighost/i.test(server))
}

function refused({ status, retryAfter }: RawAnswer): RapsheetError {
  const what = status === 429 ? 'Steam is limiting our calls (429)' : `Steam answered with status ${status}`
  // Statuses below 400 (a redirect, an empty success) make no sense to a client.
  const upstreamStatus = status >= 400 ? status : undefined
  return unavailable(what, { upstreamStatus, retryAfter })
}

function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
