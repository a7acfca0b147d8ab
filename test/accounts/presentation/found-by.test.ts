import { describe, expect, test } from 'vitest'
import { howFound, type FoundBy } from '../../../src/accounts/presentation/profile-facts.ts'

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
