import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCustomId, toCustomId } from '../../src/discord/custom-id.ts'

test('a custom id says what the button does, and with what', () => {
  expect(toCustomId('friends', '76561198000010431', 3, '', 'any')).toBe('v1:friends:76561198000010431:3::any')
  expect(toCustomId('post')).toBe('v1:post')
})

test('what was written is read again, empty words included', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9_-]{0,20}$/)
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.array(word, { maxLength: 3 }), (action, args) => {
      expect(parseCustomId(toCustomId(action, ...args))).toEqual({ action, args })
    }),
  )
})

describe('nothing is read from', () => {
  test.each([
    ['', 'an empty one'],
    ['v1', 'a version alone'],
    ['v1:', 'no action'],
    ['v1::raider', 'no action, but words'],
    ['v0:lookup:raider', 'an older version'],
    ['v2:lookup:raider', 'a newer version'],
    ['V1:lookup:raider', 'a version spelled otherwise'],
    [' v1:lookup:raider', 'a space before it'],
    ['lookup:raider', 'none'],
    ['🙂'.repeat(50), 'something else altogether'],
  ])('%j: %s', (customId) => {
    expect(parseCustomId(customId)).toBeNull()
  })
})

test('a custom id may be as long as Discord takes, and no longer', () => {
  const room = 100 - 'v1:lookup:'.length
  expect(toCustomId('lookup', 'x'.repeat(room))).toHaveLength(100)
  expect(() => toCustomId('lookup', 'x'.repeat(room + 1))).toThrow(RangeError)
})
