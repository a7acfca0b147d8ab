import type { FoundBy } from '../../../src/model/steam-id.ts'
import { describe, expect, test } from 'vitest'
import { ageBetween, howFound } from '../../../src/accounts/presentation/profile-facts.ts'

const at = (date: string) => Date.parse(date) / 1_000

test.each([
  ['2026-06-01T12:00Z', '2026-06-01T12:00Z', '0 days'],
  ['2026-06-01T12:00Z', '2026-06-02T11:59Z', '0 days'],
  ['2026-06-01T12:00Z', '2026-06-02T12:00Z', '1 days'],
  ['2026-06-15T00:00Z', '2026-08-14T00:00Z', '60 days'],
  ['2026-06-15T00:00Z', '2026-08-15T00:00Z', '2 months'],
  ['2024-06-15T00:00Z', '2026-06-14T00:00Z', '23 months'],
  ['2024-06-15T00:00Z', '2026-06-15T00:00Z', '2 years'],
  ['2011-03-13T00:00Z', '2026-03-12T00:00Z', '14 years'],
  ['2011-03-13T00:00Z', '2026-03-13T00:00Z', '15 years'],
  ['2003-12-31T00:00Z', '2026-01-01T00:00Z', '22 years'],
  // A clock that is behind Steam's.
  ['2026-06-02T12:00Z', '2026-06-01T12:00Z', '0 days'],
])('ageBetween: from %s to %s is %s', (from, to, shown) => {
  const { unit, count } = ageBetween(at(from), at(to))
  expect(`${count} ${unit}`).toBe(shown)
})

const steamId = '76561198000010431'

describe('how an account was found', () => {
  test.each<[string, string | null, FoundBy | null]>([
    ['raider', 'raider', { customUrl: 'raider' }],
    ['https://steamcommunity.com/id/raider', 'raider', { customUrl: 'raider' }],
    ['39744703', '39744703', { customUrl: '39744703' }],
    ['39744703', null, { friendCode: '39744703' }],
    [' 39744703 ', null, { friendCode: '39744703' }],
    [steamId, null, null],
    ['[U:1:39744703]', null, null],
    [`https://steamcommunity.com/profiles/${steamId}`, null, null],
  ])('for %j, resolved from %j', (typed, resolvedFrom, foundBy) => {
    expect(howFound(typed, { resolvedFrom })).toEqual(foundBy)
  })
})
