import { expect, test } from 'vitest'
import { decodeText } from '../../src/text/decode-text.ts'

const TEXT = 'banid 76561198000010431 "Jürgen 小明 🐻" "" -1\r\n'
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 with a byte-order mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['big-endian UTF-16', swapped(TEXT)],
  ['big-endian UTF-16 with a byte-order mark', swapped(`\uFEFF${TEXT}`)],
])('a file in %s is decoded', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT)
})

test('a file in Windows-1252 is decoded', () => {
  expect(decodeText(Buffer.from('name;grund\r\nJürgen;Gr\u00fc\u00dfe', 'latin1'))).toBe('name;grund\r\nJürgen;Grüße')
})

test.each([
  ['nothing', Buffer.alloc(0), ''],
  ['a letter', Buffer.from('a'), 'a'],
  ['a control character in UTF-8', Buffer.from('a\u001b[0m'), 'a\u001b[0m'],
])('a file with %s is text', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
  ['a compressed file', Buffer.from('1f8b080000000000000003', 'hex')],
  ['a NUL in it', Buffer.from('76561198000010431\0')],
  ['half a UTF-16 code unit', Buffer.from('\uFEFFa', 'utf16le').subarray(0, 3)],
])('a file with %s is not text', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})
