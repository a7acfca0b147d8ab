import { describe, expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { toDossierParts } from '../../page/dossier/to-dossier-parts.ts'
import { NO_PARTS, type AccountParts } from '../../page/state/page-state.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { CLEAN } from './support/bans.ts'

/** Unix milliseconds. */
const AT = 1_777_896_120_999

const ACCOUNT: LookupAnswer = {
  steamId: '76561198000183892',
  resolvedFrom: null,
  profile: { personaname: 'Raider', profileurl: '', avatarfull: '', timecreated: null, loccountrycode: null },
  bans: CLEAN,
  rustHours: null,
  rustHoursTwoWeeks: null,
  friendsPrivate: true,
  unavailable: [],
  fetchedAt: 1,
  partsFetchedAt: { profile: 1, bans: 1, rustHours: 1, friendsPrivate: 1 },
  worthKnowing: [],
}
const LOADED: AccountParts = { ...NO_PARTS, account: { state: 'ready', value: ACCOUNT, at: AT } }
const failed = (code: ApiError['code']) =>
  ({ state: 'failed', error: new ApiError(code, 'A sentence.'), at: AT }) as const

test('there is no dossier before the account is loaded', () => {
  expect(toDossierParts(NO_PARTS, null)).toBeNull()
  expect(toDossierParts({ ...NO_PARTS, account: failed('platform_unavailable') }, null)).toBeNull()
})

test('parts that were not asked for are left out, and a part that is loading is named', () => {
  expect(toDossierParts({ ...LOADED, stats: { state: 'loading' } }, { customUrl: 'raider' })).toEqual({
    account: ACCOUNT,
    foundBy: { customUrl: 'raider' },
    stats: { isLoading: true },
  })
})

test('loaded parts are kept, and failed ones with their code', () => {
  const inventory = { private: false, items: [], total: 3, next: null, fetchedAt: 5 }
  const parts = {
    ...LOADED,
    stats: failed('stats_private'),
    inventory: { state: 'ready', value: inventory, at: AT },
  } as const
  expect(toDossierParts(parts, null)).toEqual({
    account: ACCOUNT,
    foundBy: null,
    stats: { code: 'stats_private' },
    inventory: { inventory },
  })
})

describe('a friend scan', () => {
  const found = { friends: [], withoutProfile: [{ steamId: '76561198000010431', banDetails: ACCOUNT.bans }] }
  const progress = { current: 20, total: 80, totalFriends: 80 }
  const friendsOf = (friends: AccountParts['friends']) => toDossierParts({ ...LOADED, friends }, null)?.friends

  test('that broke or was cancelled keeps what was found, with the time in seconds', () => {
    const stopped = { isRunning: false, found, progress, at: 1_777_896_120 }
    expect(friendsOf({ ...failed('stream_broken'), found, progress })).toEqual(stopped)
    expect(friendsOf({ state: 'cancelled', found, progress, at: AT })).toEqual(stopped)
  })

  test('that failed before the list was loaded says why', () => {
    const nothing = { friends: [], withoutProfile: [] }
    expect(friendsOf({ ...failed('friends_private'), found: nothing, progress: null })).toEqual({
      code: 'friends_private',
    })
  })

  test('that runs keeps what was found, with the time of its last event', () => {
    const running = { isRunning: true, found, progress, at: 1_777_896_120 }
    expect(friendsOf({ state: 'running', found, progress, at: AT })).toEqual(running)
  })

  test('that runs is loading before the friend list arrived', () => {
    const nothing = { friends: [], withoutProfile: [] }
    expect(friendsOf({ state: 'running', found: nothing, progress: null, at: 0 })).toEqual({ isLoading: true })
  })
})
