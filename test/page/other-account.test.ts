import { expect, test } from 'vitest'
import { readOther } from '../../page/state/other-account.ts'

test('every form of an account becomes one that an address can have', () => {
  expect(readOther(' 76561198000010431 ')).toBe('76561198000010431')
  expect(readOther('https://steamcommunity.com/id/raider/')).toBe('raider')
  expect(readOther('STEAM_0:1:4872351')).toBe('76561197970010431')
  expect(readOther('Roof Raider 76561198000010431')).toBe('76561198000010431')
})

test('the secret of a trade link stays out of the address', () => {
  const link = 'https://steamcommunity.com/tradeoffer/new/?partner=39744703&token=s3cr3tXY'
  expect(readOther(link)).not.toContain('s3cr3t')
  expect(readOther(`${link} and 76561198000010431`)).not.toContain('s3cr3t')
})

test('a text that names no account, or two, is left to the service', () => {
  expect(readOther('  ')).toBe('')
  expect(readOther('76561198000010431, 76561198000023117')).toBe('76561198000010431, 76561198000023117')
})
