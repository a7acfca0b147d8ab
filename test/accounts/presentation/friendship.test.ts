import { describe, expect, test } from 'vitest'
import type { Bans, FriendEntry } from '../../../src/model/account.ts'
import { friendshipVersusBan } from '../../../src/accounts/presentation/friendship.ts'
import { CLEAN } from '../../support/fake-context.ts'

const NOW = 1_780_000_000
const DAY = 86_400

function friendSince(since: number, bans: Partial<Bans>): FriendEntry {
  return {
    steamId: '76561198000020001',
    personaname: 'friend',
    avatar: '',
    profileurl: '',
    friendSince: since,
    banned: true,
    rustHours: 1,
    banDetails: { ...CLEAN, ...bans },
    unavailable: [],
  }
}

describe('the date of a friendship', () => {
  const vac = (days: number) => ({ VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: days })
  const relation = (since: number, bans: Partial<Bans>) => friendshipVersusBan(friendSince(since, bans), NOW)

  test.each([
    [NOW - 12 * DAY, 'before'],
    [NOW - 11 * DAY - 1, 'before'],
    [NOW - 11 * DAY, 'unclear'],
    [NOW - 10 * DAY, 'unclear'],
    [NOW - 9 * DAY, 'unclear'],
    [NOW - 9 * DAY + 1, 'after'],
    [NOW, 'after'],
  ])('%i compared with a ban 10 days ago is %s', (since, expected) => {
    expect(relation(since, vac(10))).toBe(expected)
  })

  test('is unclear if the friendship or the ban has no date', () => {
    expect(relation(0, vac(10))).toBe('unclear')
    expect(relation(NOW - 500 * DAY, { CommunityBanned: true })).toBe('unclear')
  })
})
