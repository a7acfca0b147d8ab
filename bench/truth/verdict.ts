import { isDeepStrictEqual } from 'node:util'

/** The verdict on an answer: true; unknown because of Steam's faults; or false. */
export type Verdict = { kind: 'truth' | 'unknown' | 'lie'; why: string }

/** An answer: the status, 0 without an answer in time, and the body as text. */
export type Judged = { status: number; text: string }

/** A parsed JSON object of an answer. */
export type Fields = Record<string, unknown>

/** The verdict for an account with a profile or a ban record, but not both. */
export const HALF_A_RECORD = 'half a record'

class Lie extends Error {}

/** Runs a judge; the first statement that is not true makes the verdict a lie. */
export function judge(work: () => Verdict): Verdict {
  try {
    return work()
  } catch (error) {
    if (error instanceof Lie) return { kind: 'lie', why: error.message }
    throw error
  }
}

/** Throws unless a statement of an answer is true; only to be called within `judge`. */
export function must(isTrue: unknown, why: () => string): asserts isTrue {
  if (!isTrue) throw new Lie(why())
}

export const truth = (why: string): Verdict => ({ kind: 'truth', why })
export const unknown = (status: number, code: string): Verdict => ({ kind: 'unknown', why: `${status} ${code}` })

/** The verdict on an error that makes no statement about the account. */
export function unanswered(status: number, code: string, subject: string): Verdict {
  must(status === 429 || status === 500 || status === 503, () => `${status} ${code} for ${subject}`)
  return unknown(status, code)
}

/** The code of an error body. */
export function codeOf({ status, text }: Judged): string {
  const { error, code } = text.startsWith('{') ? parse(text) : {}
  must(typeof error === 'string' && typeof code === 'string', () => `${status} without the form of an error: ${text}`)
  return code
}

/** Fails for the first field that differs from the expected one; additional fields are allowed. */
export function mustEqual(expected: Fields, answered: Fields): void {
  for (const [field, value] of Object.entries(expected)) {
    const found = answered[field]
    must(isDeepStrictEqual(value, found), () => {
      const [wanted, given] = [value, found].map((each) => JSON.stringify(each))
      return `${field} of ${String(expected['steamId'])} is ${wanted}, answered ${given}`
    })
  }
}

/** Fails unless a time of an answer, Unix seconds, lies between the first request and now. */
export function mustBeRecent(at: unknown, since: number): void {
  const isRecent = typeof at === 'number' && at >= since - 1 && at <= Date.now() / 1000 + 1
  must(isRecent, () => `fetched at ${String(at)}, asked since ${since}`)
}

/** Parses a JSON object; empty for other texts. */
export function parse(text: string): Fields {
  try {
    return Object(JSON.parse(text)) as Fields
  } catch {
    return {}
  }
}
