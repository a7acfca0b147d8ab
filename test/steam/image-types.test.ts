import { describe, expect, test } from 'vitest'
import { hasSignatureOf, IMAGE_TYPES } from '../../src/steam/images.ts'

const text = (characters: string) => Buffer.from(characters, 'latin1')
const samples: [type: string, start: Buffer][] = [
  ['image/png', text('\x89PNG\r\n\x1a\n\0\0\0\r')],
  ['image/jpeg', text('\xff\xd8\xff\xe0\0\x10JFIF\0\x01')],
  ['image/jpeg', text('\xff\xd8\xff\xdb')],
  ['image/gif', text('GIF87a\x01\0\x01\0\0\0')],
  ['image/gif', text('GIF89a\x01\0\x01\0\0\0')],
  ['image/webp', text('RIFF\x22\0\0\0WEBP')],
  ['image/avif', text('\0\0\0\x20ftypavif')],
  ['image/avif', text('\0\0\0\x1cftypavis')],
]

test('five types are accepted, and none that can contain a script', () => {
  expect(IMAGE_TYPES).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
})

describe.each(samples)('%s that begins with %j', (type, start) => {
  test('has the signature of its type, whatever follows', () => {
    expect(hasSignatureOf(type, start)).toBe(true)
    expect(hasSignatureOf(type, Buffer.concat([start, text('anything')]))).toBe(true)
  })

  test('has the signature of no other type', () => {
    expect(IMAGE_TYPES.filter((other) => hasSignatureOf(other, start))).toEqual([type])
  })

  test('does not match when a byte of its signature is wrong or missing', () => {
    const length = { 'image/png': 8, 'image/jpeg': 3, 'image/gif': 6, 'image/webp': 12, 'image/avif': 12 }[type] ?? 0
    const counted = Array.from({ length }, (_, at) => at).filter(
      // The sizes at the start of RIFF and AVIF can have any value.
      (at) => !(type === 'image/webp' && at >= 4 && at < 8) && !(type === 'image/avif' && at < 4),
    )
    for (const at of counted) {
      const spoiled = Buffer.from(start)
      spoiled[at] = (spoiled[at] ?? 0) ^ 0x20
      expect([at, hasSignatureOf(type, spoiled)]).toEqual([at, false])
    }
    expect(hasSignatureOf(type, start.subarray(0, length - 1))).toBe(false)
    expect(hasSignatureOf(type, Buffer.alloc(0))).toBe(false)
  })
})

test.each(['image/svg+xml', 'text/html', 'image/bmp', 'image/PNG', ''])('%j is never accepted', (type) => {
  for (const [, start] of samples) expect(hasSignatureOf(type, start)).toBe(false)
  expect(hasSignatureOf(type, text('<svg xmlns='))).toBe(false)
})
