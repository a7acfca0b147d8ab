import type { SimAccount } from '../../packages/sim-steam/src/account.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import {
  accountOf,
  bansOf,
  hoursOf,
  identityOf,
  isUnknownAccount,
  isPrivateList,
  profileOf,
  saysNoProfile,
  wholeOf,
  type Named,
} from './expected.ts'
import { judgeWorthKnowing } from './judge-worth-knowing.ts'
import {
  codeOf,
  HALF_A_RECORD,
  must,
  mustEqual,
  parse,
  truth,
  unanswered,
  unknown,
  type Fields,
  type Judged,
  type Verdict,
} from './verdict.ts'

/** Tolerance for rounding to seconds and for the response time. */
const CLOCK_SLACK_SECONDS = 20
const MAX_STALE_SECONDS = 15 * 60

/** Judges a lookup; `since` is the time of the first request, in Unix seconds. */
export function judgeLookup(world: World, asked: Named, reply: Judged, since: number): Verdict {
  if (reply.status === 0) return unknown(0, reply.text)
  return reply.status === 200
    ? judgeAccount(world, asked, reply.text, since)
    : judgeError(accountOf(world, asked), asked, reply)
}

function judgeError(account: SimAccount | undefined, asked: Named, reply: Judged): Verdict {
  const { status, text } = reply
  const code = codeOf(reply)
  must((status === 400) === (asked.isMalformed ?? false), () => `${status} for ${asked.input}: ${text}`)
  if (status === 400) return truth('malformed')
  if (status === 404 && isUnknownAccount(account)) return truth('nobody')
  if (status === 404) {
    must(saysNoProfile(account, text), () => `404 for ${asked.input}: ${text}`)
    return truth(HALF_A_RECORD)
  }
  // The missing half may appear later, so a 503 is the only correct answer.
  if (status === 503 && !isUnknownAccount(account) && !wholeOf(account)) return truth(HALF_A_RECORD)
  return unanswered(status, code, asked.input)
}

function judgeAccount(world: World, asked: Named, text: string, since: number): Verdict {
  const whole = wholeOf(accountOf(world, asked))
  must(whole, () => `200 for ${asked.input}, of which Steam has no whole record: ${text}`)
  const answered = parse(text)
  const missing = answered['unavailable']
  must(isUnavailable(missing), () => `unavailable is ${JSON.stringify(missing)}`)
  const hasHours = !missing.includes('rustHours')
  const hasFriends = !missing.includes('friendsPrivate')
  const { total, twoWeeks } = hoursOf(whole)
  mustEqual(
    {
      ...identityOf(whole, asked),
      profile: profileOf(whole),
      bans: bansOf(world, whole),
      // Unknown parts must not have values: no hours, no private list.
      rustHours: hasHours ? total : null,
      rustHoursTwoWeeks: hasHours ? twoWeeks : null,
      friendsPrivate: hasFriends && isPrivateList(whole.friends),
    },
    answered,
  )
  judgeWorthKnowing(world, whole, answered, hasHours)
  const isListUnknown = whole.friends === 'nothing' || whole.friends === 'unlisted'
  must(!isListUnknown || !hasFriends, () => `${whole.steamId}: friendsPrivate without a list from Steam`)
  mustHaveAges(answered, missing, since)
  return truth(missing.length === 0 ? 'whole' : 'with parts unavailable')
}

function isUnavailable(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => part === 'rustHours' || part === 'friendsPrivate')
}

/** Each present part has a time, none is in the future, and the oldest is `fetchedAt`. */
function mustHaveAges({ fetchedAt, stale, partsFetchedAt }: Fields, missing: string[], since: number): void {
  const now = Date.now() / 1000
  const { profile, bans, rustHours, friendsPrivate } = (partsFetchedAt ?? {}) as Fields
  const times: unknown[] = [profile, bans]
  for (const [part, at] of Object.entries({ rustHours, friendsPrivate })) {
    if (!missing.includes(part)) times.push(at)
    else must(at === null, () => `partsFetchedAt of the unavailable ${part} is ${String(at)}`)
  }
  const isPast = (at: unknown): at is number => typeof at === 'number' && at <= now + 1
  must(
    times.every(isPast) && Math.min(...times) === fetchedAt,
    () => `partsFetchedAt is ${JSON.stringify(partsFetchedAt)}, fetchedAt ${String(fetchedAt)}`,
  )
  const oldest = Math.min(...times)
  must(oldest >= since - 1, () => `fetchedAt ${oldest}, asked since ${since}`)
  const isFresh = stale === undefined || stale === false
  must(isFresh || now - oldest <= MAX_STALE_SECONDS + CLOCK_SLACK_SECONDS, () => `stale for ${now - oldest} s`)
}
