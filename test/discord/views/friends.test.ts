import { describe, expect, test } from 'vitest'
import { walkComponents } from '../../../sim/discord/limits/components.ts'
import type { AnyComponent } from '../../../sim/discord/limits/components.ts'
import { COMPONENT } from '../../../sim/discord/wire.ts'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import type { View } from '../../../src/discord/view.ts'
import { friendsView, scanningView, stoppedView } from '../../../src/discord/views/friends.ts'
import type { FriendFilter, ScanState } from '../../../src/discord/views/friends.ts'
import { isBanned } from '../../../src/model/account.ts'
import type { Bans, FriendEntry } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'

const english = textsFor('en-US')
const steamId = '76561198000010431'
const GREY = 0x8b_94_9e

const all = (view: View) => [...walkComponents(view.components as AnyComponent[])].map(({ component }) => component)
const textOf = (view: View) =>
  all(view)
    .flatMap((component) => (component.type === COMPONENT.text ? [component.content] : []))
    .join('\n')
const colourOf = (view: View) =>
  all(view).flatMap((component) => (component.type === COMPONENT.container ? [component.accent_color] : []))
const buttonsOf = (view: View) =>
  all(view).flatMap((component) =>
    component.type === COMPONENT.button ? [`${component.label}${component.disabled ? ' (off)' : ''}`] : [],
  )
/** The last digits of those listed, in order. */
const listed = (view: View) => [...textOf(view).matchAll(/⛔ \[.*`\d{14}(\d{3})`/g)].map(([, digits]) => Number(digits))

function friend(number: number, bans: Partial<Bans>): FriendEntry {
  const banDetails = { ...CLEAN, ...bans }
  return {
    steamId: String(76_561_198_000_020_000n + BigInt(number)),
    personaname: `friend ${number}`,
    avatar: '',
    profileurl: '',
    friendSince: 0,
    banned: isBanned(banDetails),
    rustHours: 1,
    banDetails,
    unavailable: [],
  }
}

const banned = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    friend(from + index, { NumberOfGameBans: 1, DaysSinceLastBan: from + index }),
  )
const clean = (count: number) => Array.from({ length: count }, (_, index) => friend(500 + index, {}))
const everything: FriendFilter = { kind: 'any', within: null, page: 0 }
const result = (friends: FriendEntry[], more: { unavailable?: number; total?: number; totalFriends?: number } = {}) => {
  const { unavailable = 0, total = friends.length + unavailable, totalFriends = total } = more
  return {
    steamId,
    name: 'Somebody',
    origin: null,
    friends,
    unavailable,
    total,
    totalFriends,
    fetchedAt: 1_780_000_000,
  }
}

describe('a scan under way', () => {
  const state: ScanState = {
    steamId,
    name: null,
    origin: null,
    scanId: '1',
    current: 0,
    total: 100,
    totalFriends: 100,
    found: [],
    filter: everything,
  }
  const barOf = (more: Partial<ScanState>) =>
    /`([█░]+)`/.exec(textOf(scanningView({ ...state, ...more }, english)))?.[1]

  test.each([
    [0, 100, 0],
    [4, 100, 0],
    [5, 100, 1],
    [50, 100, 10],
    // Full is done.
    [99, 100, 19],
    [100, 100, 20],
    [1, 3, 6],
    [0, 0, 20],
  ])('%i of %i fill %i of the 20 cells', (current, total, filled) => {
    expect(barOf({ current, total })).toBe('█'.repeat(filled).padEnd(20, '░'))
  })

  test('says what it waits for before there is a list, and invents no numbers', () => {
    const text = textOf(scanningView({ ...state, total: null }, english))
    expect(text).toBe(`### 🔎 Checking the friends of \`${steamId}\`\nAsking Steam for the friend list …`)
  })

  test('shows the latest hits first, ten of them, and how many more there are', () => {
    const view = scanningView({ ...state, found: [...banned(0, 12), ...clean(3)], current: 15 }, english)
    expect(listed(view)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(textOf(view)).toContain('12 accounts with bans so far\n')
    expect(textOf(view)).toMatch(/… and 2 more$/)
  })

  test('shows the hits that are asked for, and stopped as well', () => {
    const found = [friend(0, { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 9 }), ...banned(1, 4)]
    const filtered = { ...state, found, current: 4, filter: { ...everything, kind: 'vac' as const } }
    for (const view of [scanningView(filtered, english), stoppedView('Cancelled', filtered, english)]) {
      expect(listed(view)).toEqual([0])
    }
  })

  test('never looks like a result', () => {
    const view = scanningView({ ...state, found: clean(50), current: 50 }, english)
    expect(textOf(view)).not.toMatch(/✅|None of|no bans/)
    expect(colourOf(view)).not.toContain(0x2d_a4_4e)
  })

  test('stopped, it says that the others are unknown, however good it looked', () => {
    const view = stoppedView('Cancelled', { ...state, found: clean(99), current: 99 }, english)
    expect(textOf(view)).toBe('### ❔ Cancelled\nStopped after 99 of 100 friends; nothing is known about the others.')
    expect(colourOf(view)).toEqual([GREY])
    expect(buttonsOf(view)).toEqual(['Back', 'Scan again', 'Post in channel'])
  })
})

describe('a result', () => {
  test.each([
    [1, 2, '1 of 3 checked friends banned (33.3%).'],
    [2, 1, '2 of 3 checked friends banned (66.7%).'],
    [3, 0, '3 of 3 checked friends banned (100%).'],
    [1, 99, '1 of 100 checked friends banned (1%).'],
  ])('tells the share of %i banned beside %i clean', (bad, good, sentence) => {
    expect(textOf(friendsView(result([...banned(0, bad), ...clean(good)]), everything, english))).toContain(sentence)
  })

  test('tells of 100 how many were checked, how many are unknown, and how many are gone', () => {
    const text = textOf(
      friendsView(result(clean(90), { unavailable: 3, total: 100, totalFriends: 1_234 }), everything, english),
    )
    expect(text).toContain('**None of 90 checked friends has a ban on record.**')
    expect(text).toContain('90 of 100 checked: nothing is known about 3 friends.')
    expect(text).toContain('7 accounts on the list no longer exist.')
    expect(text).toContain('Only the 100 newest of 1,234 friendships are looked at.')
  })

  test('is good news only when everybody is known and somebody was checked', () => {
    const colour = (friends: FriendEntry[], more = {}) =>
      colourOf(friendsView(result(friends, more), everything, english))
    expect(colour(clean(1))).toEqual([0x2d_a4_4e])
    expect(colour(clean(1), { total: 2 })).toEqual([0x2d_a4_4e])
    expect(colour(clean(99), { unavailable: 1 })).toEqual([GREY])
    expect(colour([], { total: 2 })).toEqual([GREY])
    expect(colour([], { total: 0 })).not.toEqual([0x2d_a4_4e])
    expect(colour([...clean(1), ...banned(0, 1)], { unavailable: 1 })).toEqual([0xd8_3c_3e])
  })

  test('lists the newest ban first and those without a date last, trade bans not at all', () => {
    const friends = [
      friend(1, { CommunityBanned: true }),
      friend(2, { NumberOfVACBans: 1, DaysSinceLastBan: 100 }),
      friend(3, { EconomyBan: 'banned' }),
      friend(4, { NumberOfGameBans: 1, DaysSinceLastBan: 0 }),
      friend(5, {}),
    ]
    expect(listed(friendsView(result(friends), everything, english))).toEqual([4, 2, 1])
  })

  test('is paged by ten, and a page that is no more shows the last', () => {
    const pageOf = (page: number, friends = banned(0, 25)) =>
      friendsView(result(friends), { ...everything, page }, english)
    expect(listed(pageOf(0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(listed(pageOf(2))).toEqual([20, 21, 22, 23, 24])
    expect(listed(pageOf(9))).toEqual([20, 21, 22, 23, 24])
    expect(buttonsOf(pageOf(0))).toEqual(['Back', 'Previous (off)', 'Next', 'Post in channel'])
    expect(buttonsOf(pageOf(1))).toEqual(['Back', 'Previous', 'Next', 'Post in channel'])
    expect(buttonsOf(pageOf(9))).toEqual(['Back', 'Previous', 'Next (off)', 'Post in channel'])
    expect(buttonsOf(pageOf(0, banned(0, 10)))).toEqual(['Back', 'Post in channel'])
    expect(buttonsOf(pageOf(3, clean(10)))).toEqual(['Back', 'Post in channel'])
  })
})
