import { describe, expect, test } from 'vitest'
import type { ListEntry } from '../../page/state/account-list.ts'
import {
  countRows,
  filterRows,
  isBannedRow,
  ROW_FILTERS,
  sortRows,
  type RowFilter,
} from '../../page/state/list-rows.ts'
import type { Bans, BatchEntry } from '../../src/model/account.ts'
import { CLEAN, entryOf, failureOf, vacBanned } from './support/bans.ts'

const found = (input: string, bans: Bans, profile: Partial<BatchEntry['profile']> = {}): ListEntry => {
  const account = entryOf(input, { bans })
  return { input, account: { ...account, profile: { ...account.profile, personaname: input, ...profile } } }
}

const failed = (input: string, code: string, bans?: Bans): ListEntry => {
  const rest = bans ? { withoutProfile: { steamId: input, bans, fetchedAt: 1 } } : {}
  const { input: _, ...failure } = failureOf(input, code, rest)
  return { input, failure }
}

const ENTRIES: ListEntry[] = [
  found('clean', CLEAN),
  found('private', CLEAN, { timecreated: null }),
  found('restricted', { ...CLEAN, EconomyBan: 'banned' }),
  found('banned long ago', vacBanned(2_000)),
  found('banned recently', vacBanned(90), { timecreated: null }),
  found('community', { ...CLEAN, CommunityBanned: true }),
  failed('deleted, banned', 'account_not_found', vacBanned(91)),
  failed('deleted, clean', 'account_not_found', CLEAN),
  failed('not found', 'account_not_found'),
  failed('steam is down', 'platform_unavailable'),
  failed('new code', 'quantum_ban'),
  { input: 'waiting' },
]

describe('filters', () => {
  test.each<[RowFilter, string[]]>([
    ['all', ENTRIES.map(({ input }) => input)],
    ['banned', ['banned long ago', 'banned recently', 'community', 'deleted, banned']],
    ['recent', ['banned recently']],
    ['private', ['private']],
    ['unknown', ['deleted, clean', 'not found', 'steam is down', 'new code', 'waiting']],
  ])('%s', (filter, inputs) => {
    expect(filterRows(ENTRIES, filter).map(({ input }) => input)).toEqual(inputs)
  })

  test('the counts are those of the rows that each filter shows', () => {
    expect(countRows(ENTRIES)).toEqual(
      Object.fromEntries(ROW_FILTERS.map((filter) => [filter, filterRows(ENTRIES, filter).length])),
    )
    expect(countRows([])).toEqual({ all: 0, banned: 0, recent: 0, private: 0, unknown: 0 })
  })

  test('a ban of today is recent, and a record without a dated ban is not', () => {
    expect(filterRows([found('today', vacBanned(0))], 'recent')).toHaveLength(1)
    expect(filterRows([found('community', { ...CLEAN, CommunityBanned: true })], 'recent')).toEqual([])
  })
})

test('a banned account without a profile is banned, and one that is not checked is not', () => {
  expect(isBannedRow(failed('a', 'account_not_found', vacBanned(1)))).toBe(true)
  expect(isBannedRow({ input: 'a' })).toBe(false)
})

describe('orders', () => {
  const inputsOf = (entries: ListEntry[]) => entries.map(({ input }) => input)

  test('by severity the newest ban is first, and trade restrictions, what is not known and private profiles come before what is clean', () => {
    const order = inputsOf(sortRows(ENTRIES, 'severity', 'en'))
    expect(order.slice(0, 4)).toEqual(['banned recently', 'deleted, banned', 'banned long ago', 'community'])
    expect(order.slice(4, 9)).toEqual(['restricted', 'deleted, clean', 'not found', 'steam is down', 'new code'])
    expect(order.slice(9)).toEqual(['private', 'clean', 'waiting'])
  })

  test('as entered is the given order', () => {
    expect(sortRows(ENTRIES, 'entry', 'en')).toEqual(ENTRIES)
  })

  test('by name in the order of the language, by the input where there is no name', () => {
    const entries = [
      found('zorn', CLEAN),
      found('Äpfel', CLEAN),
      failed('birne', 'account_not_found'),
      found('ofen', CLEAN),
    ]
    expect(inputsOf(sortRows(entries, 'name', 'de'))).toEqual(['Äpfel', 'birne', 'ofen', 'zorn'])
    expect(inputsOf(sortRows([found('öl', CLEAN), found('zorn', CLEAN)], 'name', 'sv'))).toEqual(['zorn', 'öl'])
  })

  test('every order has every entry once, and leaves the given list as it is', () => {
    const before = [...ENTRIES]
    for (const order of ['severity', 'entry', 'name'] as const) {
      expect(new Set(sortRows(ENTRIES, order, 'en'))).toEqual(new Set(ENTRIES))
      expect(sortRows(ENTRIES, order, 'en')).toHaveLength(ENTRIES.length)
    }
    expect(ENTRIES).toEqual(before)
  })
})
