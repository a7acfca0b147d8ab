import { isDeepStrictEqual } from 'node:util'
import { RUST_APP_ID, type SimAccount, type SimBans, type SimProfile } from '../../sim/steam/account.ts'
import type { World } from '../../sim/steam/world.ts'

// Derives the correct answers from the simulated world alone. Imports nothing from `src`, so that a mistake
// there is not repeated here.

/** The verdict on an answer: true; unknown because of Steam's faults; or false. */
export type Verdict = { kind: 'truth' | 'unknown' | 'lie'; why: string }

/** An answer: the status, 0 without an answer in time, and the body as text. */
export type Judged = { status: number; text: string }

/** The account that an input identifies, if any. */
export type Named = {
  input: string
  names: string | null
  /** The input is malformed. */
  isMalformed?: boolean
}

/** The verdict for an account with a profile or a ban record, but not both. */
export const HALF_A_RECORD = 'half a record'

/** Judges answers. */
export interface Oracle {
  lookup(asked: Named, reply: Judged): Verdict
  batch(asked: readonly Named[], reply: Judged): Verdict
  scan(steamId: string, reply: Judged): Verdict
}

const MAX_BATCH = 50
/** Error codes that state nothing about an account. */
const PASSING_CODES = new Set(['platform_unavailable', 'platform_blocked', 'overloaded', 'budget_spent', 'key_refused'])
const MAX_FRIENDS = 100
/** Tolerance for rounding to seconds and for the response time. */
const CLOCK_SLACK_SECONDS = 20

/** Creates the oracle of an unchanged world; `since` is the time of the first request, in Unix seconds. */
export function createOracle(world: World, since: number): Oracle {
  const accountOf = ({ names }: Named) => (names === null ? undefined : world.account(names))

  return {
    lookup(asked, { status, text }) {
      if (status === 0) return unknown(0, text)
      const account = accountOf(asked)
      if (status === 200) {
        const whole = wholeOf(account)
        if (!whole) return lie(`200 for ${asked.input}, of which Steam has no whole record: ${text}`)
        return judgeAccount(whole, resolvedFrom(whole, asked), parse(text), since)
      }
      const code = codeOf(text)
      if (code === undefined) return lie(`${status} without the form of an error: ${text}`)
      if (status === 400) return asked.isMalformed ? truth('malformed') : lie(`400 for ${asked.input}: ${text}`)
      if (asked.isMalformed) return lie(`${status} for the malformed ${asked.input}: ${text}`)
      if (status === 404) {
        if (isNobody(account)) return truth('nobody')
        return account && saysNoProfile(account, text) ? truth(HALF_A_RECORD) : lie(`404 for ${asked.input}: ${text}`)
      }
      // The missing half may appear later, so only this answer is correct.
      if (status === 503 && account && !isNobody(account) && !wholeOf(account)) return truth(HALF_A_RECORD)
      return isNoAnswer(status) ? unknown(status, code) : lie(`${status} for ${asked.input}: ${text}`)
    },

    batch(entries, { status, text }) {
      const asked = entries.slice(0, MAX_BATCH)
      if (status === 0) return unknown(0, text)
      if (status !== 200) {
        const code = codeOf(text)
        if (code === undefined) return lie(`${status} without the form of an error: ${text}`)
        if (status === 404 && asked.every((entry) => isNobody(accountOf(entry)))) return truth('nobody')
        return isNoAnswer(status) ? unknown(status, code) : lie(`${status} for a batch: ${text}`)
      }
      const { results, resolved, failed, failures, dropped } = parse(text) as {
        results: Fields[]
        resolved: number
        failed: number
        failures: Fields[]
        dropped: number
      }
      if (!Array.isArray(results)) return lie(`a batch without results: ${text}`)
      if (resolved !== results.length || resolved + failed !== asked.length)
        return lie(`${results.length} results, resolved ${resolved}, failed ${failed} of ${asked.length}`)
      if (dropped !== entries.length - asked.length) return lie(`dropped ${dropped} of ${entries.length}`)
      const failing = asked.filter(({ input }) => !results.some((result) => result['input'] === input))
      if (!Array.isArray(failures) || failures.length !== failed || !failing.every(isReasonIn(failures, accountOf)))
        return lie(`failures ${JSON.stringify(failures)} of ${JSON.stringify(failing)}`)
      let next = 0
      for (const result of results) {
        // Failed entries are omitted; the order stays.
        while (next < asked.length && asked[next]?.input !== result['input']) next++
        const entry = asked[next++]
        const whole = entry && wholeOf(accountOf(entry))
        if (!whole) return lie(`a result for ${String(result['input'])}, which has none, or out of order`)
        const expected = {
          input: entry.input,
          steamId: whole.steamId,
          resolvedFrom: resolvedFrom(whole, entry),
          profile: profileOf(whole),
          bans: bansOf(whole),
        }
        const difference = differenceOf(expected, result)
        if (difference) return lie(difference)
      }
      const lost = asked.filter((entry) => wholeOf(accountOf(entry))).length - results.length
      return lost === 0 ? truth('whole') : { kind: 'truth', why: 'with entries that failed' }
    },

    scan(steamId, { status, text }) {
      if (status === 0) return unknown(0, text)
      if (status !== 200) {
        const code = codeOf(text)
        return code !== undefined && isNoAnswer(status) ? unknown(status, code) : lie(`${status} for a scan: ${text}`)
      }
      const events = eventsOf(text)
      if (!events) return lie(`no stream of events: ${text.slice(0, 200)}`)
      const last = events.pop() ?? {}
      const list = world.account(steamId)?.friends ?? 'private'
      if ('error' in last && typeof last['code'] === 'string') {
        if (last['code'] !== 'friends_private') return judgeProgress(events, list) ?? unknown(200, last['code'])
        return isPrivateList(list) && events.length === 0 ? truth('private') : lie(`${steamId} told private`)
      }
      if (!Array.isArray(last['friends'])) return lie(`a scan without a last word: ${text.slice(-200)}`)
      if (!Array.isArray(list)) return lie(`a result for the hidden list of ${steamId}`)
      return judgeProgress(events, list, true) ?? judgeResult(world, list, last)
    },
  }
}

type Fields = Record<string, unknown>
/** An account with a profile and a ban record. */
type Whole = SimAccount & { profile: SimProfile; bans: SimBans }

const truth = (why: string): Verdict => ({ kind: 'truth', why })
const lie = (why: string): Verdict => ({ kind: 'lie', why })
const unknown = (status: number, code: string): Verdict => ({ kind: 'unknown', why: `${status} ${code}` })

/** An error that makes no statement about the account. */
const isNoAnswer = (status: number) => status === 429 || status === 500 || status === 503

const isPrivateList = (list: SimAccount['friends']) => list === 'private' || list === 'privateHtml'
const isNobody = (account: SimAccount | undefined) => !account || (!account.profile && !hasBans(account))
const hasBans = ({ bans }: SimAccount) => bans !== null && bans !== 'nullEntry'

function wholeOf(account: SimAccount | undefined): Whole | undefined {
  return account?.profile && hasBans(account) ? (account as Whole) : undefined
}

/** The custom URL in an input, as written; null if the input contains an id. */
function resolvedFrom({ vanity }: SimAccount, { input }: Named): string | null {
  if (vanity === null) return null
  return new RegExp(`(?:^|/id/)(${vanity})(?:/|$)`, 'i').exec(input.trim())?.[1] ?? null
}

/** Whether a 404 states that the account has no profile, and lists its bans. */
function saysNoProfile(account: SimAccount, text: string): boolean {
  if (account.profile || !hasBans(account)) return false
  const { vac, game = 0 } = account.bans as SimBans
  return text.includes('has no profile') && text.includes(`VAC ${vac}, game ${game}`)
}

function profileOf({ steamId, vanity, profile }: Whole): Fields {
  return {
    personaname: profile.name,
    profileurl: profileUrlOf(steamId, vanity),
    avatarfull: `https://avatars.steamstatic.com/${profile.avatarHash}_full.jpg`,
    timecreated: profile.visibility === 3 ? (profile.timeCreated ?? null) : null,
    loccountrycode: profile.visibility === 3 ? (profile.country ?? null) : null,
  }
}

const profileUrlOf = (steamId: string, vanity: string | null) =>
  `https://steamcommunity.com/${vanity === null ? `profiles/${steamId}` : `id/${vanity}`}/`

function bansOf({ bans }: Whole): Fields {
  return {
    VACBanned: bans.vac > 0,
    NumberOfVACBans: bans.vac,
    NumberOfGameBans: bans.game ?? 0,
    DaysSinceLastBan: bans.daysSinceLast,
    CommunityBanned: bans.community,
    EconomyBan: bans.economy,
  }
}

/** Whether the failures have the correct reason for each entry, in order. */
function isReasonIn(failures: Fields[], accountOf: (asked: Named) => SimAccount | undefined) {
  return (asked: Named, index: number): boolean => {
    const { input, code, error } = failures[index] ?? {}
    if (input !== asked.input || typeof error !== 'string' || !error.endsWith('.')) return false
    if (asked.isMalformed) return code === 'malformed_account'
    const account = accountOf(asked)
    if (code === 'account_not_found')
      return isNobody(account) || (account !== undefined && saysNoProfile(account, error))
    return typeof code === 'string' && PASSING_CODES.has(code)
  }
}

/** Hours with one decimal; null when hidden, 0 when Rust is not owned. */
function hoursOf({ games }: SimAccount): number | null {
  if (games === 'hidden') return null
  const rust = games.find(({ appId }) => appId === RUST_APP_ID)
  if (!rust) return 0
  if (rust.minutes === 0 && rust.lastPlayed !== 0) return null
  return Math.round(rust.minutes / 6) / 10
}

/** Hours of the last two weeks with one decimal; null when the hours are hidden. */
function hoursTwoWeeksOf(account: SimAccount): number | null {
  if (hoursOf(account) === null || account.games === 'hidden') return null
  const rust = account.games.find(({ appId }) => appId === RUST_APP_ID)
  return Math.round((rust?.minutesTwoWeeks ?? 0) / 6) / 10
}

function judgeAccount(whole: Whole, found: string | null, told: Fields, since: number): Verdict {
  const missing = told['unavailable']
  if (!Array.isArray(missing) || missing.some((part) => part !== 'rustHours' && part !== 'friendsPrivate'))
    return lie(`unavailable is ${JSON.stringify(missing)}`)
  const expected = {
    steamId: whole.steamId,
    resolvedFrom: found,
    profile: profileOf(whole),
    bans: bansOf(whole),
    // Unknown parts must not have values: no hours, no private list.
    rustHours: missing.includes('rustHours') ? null : hoursOf(whole),
    rustHoursTwoWeeks: missing.includes('rustHours') ? null : hoursTwoWeeksOf(whole),
    friendsPrivate: missing.includes('friendsPrivate') ? false : isPrivateList(whole.friends),
  }
  if ((whole.friends === 'nothing' || whole.friends === 'unlisted') && !missing.includes('friendsPrivate'))
    return lie(`${whole.steamId}: a friend list was told that Steam did not give`)
  const difference = differenceOf(expected, told)
  if (difference) return lie(difference)
  const fetchedAt = told['fetchedAt']
  const now = Date.now() / 1000
  const ages = judgeAges(told['partsFetchedAt'], missing as string[], fetchedAt, now)
  if (ages) return ages
  if (typeof fetchedAt !== 'number' || fetchedAt < since - 1 || fetchedAt > now + 1)
    return lie(`fetchedAt ${String(fetchedAt)} of ${whole.steamId}, asked since ${since}`)
  if (told['stale'] !== undefined && told['stale'] !== false && now - fetchedAt > 15 * 60 + CLOCK_SLACK_SECONDS)
    return lie(`stale for ${now - fetchedAt} s`)
  return truth(missing.length === 0 ? 'whole' : 'with parts unavailable')
}

/** Each present part has a time, none is in the future, and the oldest is `fetchedAt`. */
function judgeAges(parts: unknown, missing: string[], fetchedAt: unknown, now: number): Verdict | undefined {
  const { profile, bans, rustHours, friendsPrivate } = (parts ?? {}) as Fields
  const there = [
    profile,
    bans,
    ...(missing.includes('rustHours') ? [] : [rustHours]),
    ...(missing.includes('friendsPrivate') ? [] : [friendsPrivate]),
  ]
  const isRight =
    there.every((at) => typeof at === 'number' && at <= now + 1) &&
    Math.min(...(there as number[])) === fetchedAt &&
    (!missing.includes('rustHours') || rustHours === null) &&
    (!missing.includes('friendsPrivate') || friendsPrivate === null)
  return isRight ? undefined : lie(`partsFetchedAt is ${JSON.stringify(parts)}, unavailable ${JSON.stringify(missing)}`)
}

const friendsOf = (list: SimAccount['friends']) => (typeof list === 'object' ? list : [])

function judgeProgress(events: Fields[], list: SimAccount['friends'], isWhole = false): Verdict | undefined {
  const totalFriends = friendsOf(list).length
  const total = Math.min(MAX_FRIENDS, totalFriends)
  let before = -1
  for (const event of events) {
    const progress = event['progress'] as Fields | undefined
    if (progress?.['total'] !== total || progress['totalFriends'] !== totalFriends)
      return lie(`progress ${JSON.stringify(event)} of a list of ${totalFriends}`)
    const current = progress['current'] as number
    if (current < before || current > total || (before === -1 && current !== 0))
      return lie(`progress ${current} after ${before}`)
    before = current
  }
  if (isWhole && before !== total) return lie(`a result after ${before} of ${total}`)
  return undefined
}

function judgeResult(world: World, list: SimAccount['friends'], last: Fields): Verdict {
  const all = friendsOf(list)
  const newest = all
    .toSorted((a, b) => b.since - a.since || Number(BigInt(a.steamId) - BigInt(b.steamId)))
    .slice(0, MAX_FRIENDS)
    .map(({ steamId }) => steamId)
  const told = last['friends'] as Fields[]
  if (last['totalFriends'] !== all.length) return lie(`totalFriends ${String(last['totalFriends'])} of ${all.length}`)
  const unavailable = Number(last['unavailable'])
  const profileless = newest.flatMap((steamId) => {
    const account = world.account(steamId)
    return account && !account.profile && hasBans(account) ? [{ steamId, banDetails: bansOf(account as Whole) }] : []
  })
  const named = last['withoutProfile'] as Fields[]
  if (!Array.isArray(named) || !named.every((friend) => profileless.some((other) => isDeepStrictEqual(other, friend))))
    return lie(`withoutProfile is ${JSON.stringify(named)} of ${JSON.stringify(profileless)}`)
  const gone = newest.filter((steamId) => !world.account(steamId)?.profile).length
  // A friend without a profile is omitted; until that is confirmed, it counts as unavailable.
  const leftOut = newest.length - told.length - unavailable
  if (!(leftOut >= 0 && leftOut <= gone))
    return lie(`${told.length} told, ${unavailable} unavailable, ${leftOut} left out of ${newest.length}, ${gone} gone`)
  let place = -1
  for (const friend of told) {
    const next = newest.indexOf(String(friend['steamId']))
    if (next <= place) return lie(`${String(friend['steamId'])} told twice, out of order or not among the newest`)
    place = next
    const whole = wholeOf(world.account(String(friend['steamId'])))
    if (!whole) return lie(`${String(friend['steamId'])} told, of whom Steam has no whole record`)
    const isUnknown = isDeepStrictEqual(friend['unavailable'], ['rustHours'])
    if (!isUnknown && !isDeepStrictEqual(friend['unavailable'], []))
      return lie(`unavailable is ${JSON.stringify(friend['unavailable'])}`)
    const { bans, profile, vanity } = whole
    const difference = differenceOf(
      {
        steamId: whole.steamId,
        personaname: profile.name,
        avatar: `https://avatars.steamstatic.com/${profile.avatarHash}.jpg`,
        profileurl: profileUrlOf(whole.steamId, vanity),
        friendSince: all.find(({ steamId: id }) => id === whole.steamId)?.since,
        banned: bans.vac > 0 || (bans.game ?? 0) > 0 || bans.community,
        rustHours: isUnknown ? null : hoursOf(whole),
        banDetails: bansOf(whole),
      },
      friend,
    )
    if (difference) return lie(difference)
  }
  const lost = newest.filter((steamId) => wholeOf(world.account(steamId))).length - told.length
  return truth(lost === 0 ? 'whole' : 'with friends unavailable')
}

/** The fields that differ from the expected ones; additional fields are allowed. */
function differenceOf(expected: Fields, told: Fields): string | undefined {
  const different = Object.keys(expected).find((field) => !isDeepStrictEqual(expected[field], told[field]))
  if (different === undefined) return undefined
  const show = (value: unknown) => JSON.stringify(value)
  return `${different} of ${String(expected['steamId'])} is ${show(expected[different])}, told ${show(told[different])}`
}

/** The code of an error body; undefined for other texts. */
function codeOf(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  const { error, code } = parse(text)
  return typeof error === 'string' && typeof code === 'string' ? code : undefined
}

/** The events of a stream without comments; undefined for other texts. */
function eventsOf(text: string): Fields[] | undefined {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'))
  if (!blocks.every((block) => block.startsWith('data: {'))) return undefined
  return blocks.map((block) => parse(block.slice('data: '.length)))
}

/** Parses a JSON object; empty for other texts. */
function parse(text: string): Fields {
  try {
    return Object(JSON.parse(text)) as Fields
  } catch {
    return {}
  }
}
