import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isShortForm, parseCustomId, toCustomId } from '../../src/discord/custom-id.ts'

test('a custom id contains the action and its arguments', () => {
  expect(toCustomId('friends', '76561198000010431', 3, '', 'any')).toBe('v1:friends:76561198000010431:3::any')
  expect(toCustomId('post')).toBe('v1:post')
})

test('a formatted custom id parses to the same action and arguments, empty ones included', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9_-]{0,20}$/)
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.array(word, { maxLength: 3 }), (action, args) => {
      expect(parseCustomId(toCustomId(action, ...args))).toEqual({ action, args })
    }),
  )
})

describe('parsing a custom id returns null for', () => {
  test.each([
    ['', 'an empty one'],
    ['v1', 'only a version'],
    ['v1:', 'no action'],
    ['v1::raider', 'arguments without an action'],
    ['v0:lookup:raider', 'an older version'],
    ['v2:lookup:raider', 'a newer version'],
    ['V1:lookup:raider', 'an upper-case version'],
    [' v1:lookup:raider', 'a leading space'],
    ['lookup:raider', 'no version'],
    ['🙂'.repeat(50), 'an unrelated text'],
  ])('%j: %s', (customId) => {
    expect(parseCustomId(customId)).toBeNull()
  })
})

test('an account fits into a custom id unless it is a link or any other text', () => {
  const forms = ['76561198000010431', 'raider', '39744703', 'https://steamcommunity.com/id/39744703', 'a:b', 'a', 'ä']
  expect(forms.map(isShortForm)).toEqual([true, true, true, false, false, false, false])
})

test('a custom id is limited to the length that Discord accepts', () => {
  const room = 100 - 'v1:lookup:'.length
  expect(toCustomId('lookup', 'x'.repeat(room))).toHaveLength(100)
  expect(() => toCustomId('lookup', 'x'.repeat(room + 1))).toThrow(RangeError)
})
