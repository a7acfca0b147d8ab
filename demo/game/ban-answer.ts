import { z } from 'zod'
import { formatTimeLeft } from './time-left.ts'

/** What an answer says about the account; `failed` leaves the decision to the failure mode. */
export type Verdict =
  | { kind: 'not-banned' }
  | { kind: 'banned'; playerSees: string }
  | { kind: 'failed'; reason: string }

/** A number as its source text. */
const numberSchema = z.object({ number: z.string() }).transform(({ number }) => number)

// Only the types of the contract are accepted, so that a body that the game may not understand counts as a failure.
const banSchema = z.object({
  steamId: z.union([z.string(), numberSchema]).default('0'),
  reason: z.string().nullish(),
  expiryDate: numberSchema
    .pipe(z.string().regex(/^-?\d+$/))
    .transform(BigInt)
    .pipe(z.int64())
    .transform(Number)
    .default(0),
})

const NOT_BANNED: Verdict = { kind: 'not-banned' }

/** Judges a complete answer to a request about `steamId` at the time `now`, Unix seconds. */
export function judgeAnswer(status: number, text: string, steamId: string, now: number): Verdict {
  if (status === 404) return NOT_BANNED
  // Redirects were followed before. The contract does not mention a 3xx that leads nowhere; nothing in it says who is banned.
  if (status < 200 || status >= 300) return failed(`status ${status}`)
  const ban = banSchema.safeParse(parseExactly(text)).data
  if (ban === undefined) return failed(`status ${status}, malformed body`)
  const { expiryDate, reason } = ban
  // The contract says "in the past", but in the second of the expiry no time is left either.
  if (expiryDate > 0 && expiryDate <= now) return NOT_BANNED
  if (ban.steamId !== steamId) return failed(`status ${status}, steamId is not the one asked about`)
  const duration = expiryDate > 0 ? ` for ${formatTimeLeft(expiryDate - now)}` : ''
  return { kind: 'banned', playerSees: `You are banned from this server${duration} (${reason ?? 'no reason given'})` }
}

const failed = (reason: string): Verdict => ({ kind: 'failed', reason })

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Parses JSON with each number as `{ number: text }`, because `JSON.parse` rounds 64-bit ids; undefined if it is not JSON. */
function parseExactly(text: string): unknown {
  try {
    JSON.parse(text)
    return JSON.parse(text.replaceAll(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : wrap(token))))
  } catch {
    return undefined
  }
}

const wrap = (number: string) => JSON.stringify({ number })
