import { isDeepStrictEqual } from 'node:util'
import type { SimAccount, SimFriend } from '../../packages/sim-steam/src/account.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { bansOf, hasBans, hoursOf, isPrivateList, profileUrlOf, wholeOf, type Whole } from './expected.ts'
import {
  codeOf,
  must,
  mustBeRecent,
  mustEqual,
  parse,
  truth,
  unanswered,
  unknown,
  type Fields,
  type Judged,
  type Verdict,
} from './verdict.ts'

const MAX_FRIENDS = 100

/** Judges a friend scan of this account; `since` is the time of the first request, in Unix seconds. */
export function judgeScan(world: World, steamId: string, reply: Judged, since: number): Verdict {
  const { status, text } = reply
  if (status === 0) return unknown(0, text)
  if (status !== 200) return unanswered(status, codeOf(reply), 'a scan')
  const events = readEvents(text)
  const last = events.pop() ?? {}
  const list = world.account(steamId)?.friends ?? 'private'
  if ('error' in last && typeof last['code'] === 'string') return judgeErrorEvent(last['code'], events, list, steamId)
  must(Array.isArray(last['friends']), () => `a scan without a result: ${text.slice(-200)}`)
  must(Array.isArray(list), () => `a result for the hidden list of ${steamId}`)
  const checked = mustProgress(events, list)
  const total = Math.min(MAX_FRIENDS, list.length)
  must(checked === total, () => `a result after ${checked} of ${total}`)
  mustBeRecent(last['fetchedAt'], since)
  return judgeResult(world, list, last)
}

function judgeErrorEvent(code: string, events: Fields[], list: SimAccount['friends'], steamId: string): Verdict {
  if (code === 'friends_private') {
    must(isPrivateList(list) && events.length === 0, () => `${steamId} answered as private`)
    return truth('private')
  }
  mustProgress(events, Array.isArray(list) ? list : [])
  return unknown(200, code)
}

/** The progress starts at 0 and never decreases; returns the last one, -1 without any. */
function mustProgress(events: Fields[], { length: totalFriends }: readonly SimFriend[]): number {
  const total = Math.min(MAX_FRIENDS, totalFriends)
  let before = -1
  for (const event of events) {
    const progress = (event['progress'] ?? {}) as { current: number; total: number; totalFriends: number }
    const { current } = progress
    must(
      progress.total === total && progress.totalFriends === totalFriends,
      () => `progress ${JSON.stringify(event)} of a list of ${totalFriends}`,
    )
    const isNext = before === -1 ? current === 0 : current >= before && current <= total
    must(isNext, () => `progress ${current} after ${before}`)
    before = current
  }
  return before
}

function judgeResult(world: World, list: readonly SimFriend[], last: Fields): Verdict {
  const newest = list
    .toSorted((a, b) => b.since - a.since || Number(BigInt(a.steamId) - BigInt(b.steamId)))
    .slice(0, MAX_FRIENDS)
  const answered = last['friends'] as Fields[]
  must(last['totalFriends'] === list.length, () => `totalFriends ${String(last['totalFriends'])} of ${list.length}`)
  // The oracle asks for the beginning of each list.
  const [from, total] = [0, Math.min(MAX_FRIENDS, list.length)]
  const next = list.length > MAX_FRIENDS ? MAX_FRIENDS : null
  const place = { from: last['from'], total: last['total'], next: last['next'] }
  must(isDeepStrictEqual(place, { from, total, next }), () => `${JSON.stringify(place)} of ${list.length} friends`)
  const notReturned = mustNameProfileless(world, newest, last['withoutProfile'])
  mustNameUnchecked(world, newest, last)
  mustCountAll(world, newest, answered.length + notReturned, Number(last['unavailable']))
  let before = -1
  for (const friend of answered) {
    const index = newest.findIndex(({ steamId }) => steamId === friend['steamId'])
    const { steamId, since } = newest[index] ?? { steamId: String(friend['steamId']), since: 0 }
    must(index > before, () => `${steamId} repeated, out of order or not among the newest`)
    before = index
    const whole = wholeOf(world.account(steamId))
    must(whole, () => `${steamId} answered, of which Steam has no whole record`)
    mustMatchFriend(world, whole, since, friend)
  }
  const lost = newest.filter(({ steamId }) => wholeOf(world.account(steamId))).length - answered.length
  return truth(lost === 0 ? 'whole' : 'with friends unavailable')
}

/**
 * Only friends with bans are listed without a profile: those that have none, and, marked as `missing`, those whose profile Steam did not
 * return. Returns how many of these have a profile.
 */
function mustNameProfileless(world: World, newest: SimFriend[], named: unknown): number {
  const banned = newest.flatMap(({ steamId }) => {
    const account = world.account(steamId)
    if (!account || !hasBans(account)) return []
    const friend = { steamId, banDetails: bansOf(world, account as Whole) }
    const missing = { ...friend, missing: 'profile' }
    return account.profile ? [missing] : [friend, missing]
  })
  const friends = Array.isArray(named) ? (named as Fields[]) : []
  must(
    Array.isArray(named) && friends.every((friend) => banned.some((other) => isDeepStrictEqual(other, friend))),
    () => `withoutProfile is ${JSON.stringify(named)} of ${JSON.stringify(banned)}`,
  )
  return friends.filter(({ steamId }) => world.account(String(steamId))?.profile).length
}

/** The unchecked friends are those that `unavailable` counts, in order, and none of them is answered. */
function mustNameUnchecked(world: World, newest: SimFriend[], { friends, unavailable, unchecked }: Fields): void {
  const named = Array.isArray(unchecked) ? (unchecked as Fields[]) : []
  const isAnswered = (id: string) => (friends as Fields[]).some(({ steamId }) => steamId === id)
  const possible = newest.filter(({ steamId }) => !isAnswered(steamId))
  const matches = possible.filter(({ steamId, since }) =>
    named.some(
      (friend) =>
        friend['steamId'] === steamId &&
        friend['friendSince'] === since &&
        (friend['personaname'] === null || friend['personaname'] === world.account(steamId)?.profile?.name),
    ),
  )
  must(
    Array.isArray(unchecked) && matches.length === named.length && named.length === unavailable,
    () => `unchecked is ${JSON.stringify(unchecked)}, unavailable ${String(unavailable)}`,
  )
}

/** A friend without a profile is omitted; until that is confirmed, it counts as unavailable. */
function mustCountAll(world: World, newest: SimFriend[], answered: number, unavailable: number): void {
  const gone = newest.filter(({ steamId }) => !world.account(steamId)?.profile).length
  const omitted = newest.length - answered - unavailable
  must(
    omitted >= 0 && omitted <= gone,
    () => `${answered} answered, ${unavailable} unavailable, ${omitted} omitted of ${newest.length}, ${gone} gone`,
  )
}

function mustMatchFriend(world: World, whole: Whole, friendSince: number, friend: Fields): void {
  const { steamId, bans, profile, vanity } = whole
  const missing = friend['unavailable']
  const isUnknown = isDeepStrictEqual(missing, ['rustHours'])
  must(isUnknown || isDeepStrictEqual(missing, []), () => `unavailable is ${JSON.stringify(missing)}`)
  mustEqual(
    {
      steamId,
      personaname: profile.name,
      avatar: `https://avatars.steamstatic.com/${profile.avatarHash}.jpg`,
      profileurl: profileUrlOf(steamId, vanity),
      friendSince,
      banned: bans.vac.length > 0 || (bans.game?.length ?? 0) > 0 || bans.community,
      rustHours: isUnknown ? null : hoursOf(whole).total,
      banDetails: bansOf(world, whole),
    },
    friend,
  )
}

/** The events of a stream, without its comments. */
function readEvents(text: string): Fields[] {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'))
  must(
    blocks.every((block) => block.startsWith('data: {')),
    () => `no stream of events: ${text.slice(0, 200)}`,
  )
  return blocks.map((block) => parse(block.slice('data: '.length)))
}
