import type { z } from 'zod'
import { RapsheetError } from '../../model/error.ts'
import type { RawAnswer } from './origin.ts'

/** What a good answer to a call looks like. */
export interface Expectation<T> {
  /** The shape of a 200. */
  schema: z.ZodType<T>
  /** Whether a well-formed 200 is about what was asked; one that is not counts as a failed call. */
  isAbout?: (value: T) => boolean
  /** Whether a status other than 200 is an answer here, not a failure. Never asked about the page of the edge or of a bad key. */
  isMeaningful?: (answer: OtherAnswer) => boolean
}

/** An answer with another status than 200. */
export interface OtherAnswer {
  status: number
  /** Undefined where it was no JSON. */
  body: unknown
  text: string
}

/** A 200 of the right shape, or another status that is an answer too. */
export type SteamAnswer<T> = { ok: true; value: T } | { ok: false; status: number }

/** The value of an answer to a call that gives no other status than 200 a meaning. */
export function valueOf<T>(answer: SteamAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new TypeError(`the status ${answer.status} has no meaning here`)
}

/** How a try ended, for metrics: a status, or what stood in place of an answer. */
export type Outcome =
  | `${number}`
  | 'no_answer'
  | 'not_json'
  | 'wrong_shape'
  | 'key_refused'
  | 'blocked'
  | 'abandoned'
  | 'lost_hedge'

/** Tells Steam's answers apart: what is an answer, and by which name the rest has failed. */
export function judge<T>(
  raw: RawAnswer,
  { schema, isAbout, isMeaningful }: Expectation<T>,
): {
  outcome: Outcome
  result: SteamAnswer<T> | RapsheetError
} {
  // The text is the only proof of a bad key: a private player's 401 and 403 are none.
  if ((raw.status === 401 || raw.status === 403) && /verify your\s+<pre>key=/i.test(raw.text)) {
    const message = 'Steam refuses the API key of this server; its operator has to set a valid STEAM_API_KEY.'
    return { outcome: 'key_refused', result: new RapsheetError('key_refused', message, { upstreamStatus: raw.status }) }
  }
  const outcome: Outcome = `${raw.status}`
  const body = raw.isJson ? parseJson(raw.text) : undefined
  if (isEdgePage(raw, body)) return { outcome: 'blocked', result: blocked('Steam', 5, raw.status) }
  if (raw.status !== 200) {
    const { status, text } = raw
    return { outcome, result: isMeaningful?.({ status, body, text }) ? { ok: false, status } : refused(raw) }
  }
  // An outage page comes with 200 as well.
  if (body === undefined)
    return { outcome: 'not_json', result: failed('Steam sent a page instead of data, as it does when it is down') }
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    return { outcome: 'wrong_shape', result: failed('Steam sent data of an unknown shape', parsed.error) }
  if (isAbout && !isAbout(parsed.data))
    return { outcome: 'wrong_shape', result: failed('Steam answered about somebody else') }
  return { outcome, result: { ok: true, value: parsed.data } }
}

/** The failure of a try that brought no answer at all. */
export function noAnswer(cause: unknown): RapsheetError {
  return failed('Steam did not answer', cause)
}

/** The failure of a call while this server's address is blocked. `by` names the part of Steam that blocks it. */
export function blocked(by: string, retryMinutes: number, upstreamStatus?: number): RapsheetError {
  return new RapsheetError(
    'platform_blocked',
    `${by} blocks the address of this server at the moment, which says nothing about any account; try again in ${retryMinutes} min.`,
    { upstreamStatus, retryAfter: retryMinutes * 60 },
  )
}

/** Whether asking again may help: not after a refusal that will stand. */
export function isWorthRepeating(error: unknown): error is RapsheetError {
  if (!(error instanceof RapsheetError) || error.code !== 'platform_unavailable') return false
  const { upstreamStatus } = error
  return upstreamStatus === undefined || upstreamStatus === 429 || upstreamStatus >= 500
}

/** Whether Steam refused a call as one too many. */
export function isLimited(error: unknown): error is RapsheetError {
  return error instanceof RapsheetError && error.upstreamStatus === 429
}

/**
 * Whether the edge network in front of Steam refuses this server's address. JSON comes from Steam itself, whatever the
 * `Server` header says; that tells a private player from a block.
 */
function isEdgePage({ status, server, text }: RawAnswer, body: unknown): boolean {
  if ((status !== 401 && status !== 403) || body !== undefined) return false
  return /akamaighost/i.test(server) || (/access denied/i.test(text) && /\breference\b/i.test(text))
}

function refused({ status, retryAfter }: RawAnswer): RapsheetError {
  const what = status === 429 ? 'Steam is limiting our calls (429)' : `Steam answered with status ${status}`
  // Statuses below 400 (a redirect, an empty success) are nothing a client could be passed.
  const upstreamStatus = status >= 400 ? status : undefined
  return new RapsheetError('platform_unavailable', `${what}; try again in a minute.`, { upstreamStatus, retryAfter })
}

function failed(what: string, cause?: unknown): RapsheetError {
  return new RapsheetError('platform_unavailable', `${what}; try again in a minute.`, { cause })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
