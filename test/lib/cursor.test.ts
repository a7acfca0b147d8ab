import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, readCursorOwner, writeCursor } from '../../src/lib/cursor.ts'
import { numRuns } from '../support/num-runs.ts'

const OWNER = { kind: 'bans', guildId: '500000000000000001' }
const positions = fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 3 })

test('a cursor is read as it was written, and contains only characters of URLs', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const text = writeCursor(OWNER, position)
      expect(text).toMatch(/^[\w-]+$/)
      expect(readCursor(text, OWNER)).toEqual(position.map(String))
    }),
    { numRuns: numRuns(500) },
  )
})

test('a cursor of another list or another Discord server is refused, and says of which', () => {
  const text = writeCursor(OWNER, [7])
  expect(readCursorOwner(text)).toMatchObject(OWNER)
  expect(readCursorOwner(`${text}A`)).toBeUndefined()
  expect(readCursor(text, { ...OWNER, kind: 'watches' })).toBeUndefined()
  expect(readCursor(text, { ...OWNER, guildId: '500000000000000002' })).toBeUndefined()
})

test('no other text is a cursor', () => {
  const written = writeCursor(OWNER, [7])
  for (const text of ['', 'x', `${written}=`, ` ${written}`, written.slice(1), `${written}A`])
    expect([text, readCursor(text, OWNER)]).toEqual([text, undefined])
  for (const position of ['-1', '1.5', '1e3', '01', '', 'NaN', '9'.repeat(21)])
    expect(readCursor(Buffer.from(`bans ${OWNER.guildId} ${position}`).toString('base64url'), OWNER)).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readCursor(text, OWNER)).toBeUndefined()
    }),
    { numRuns: numRuns(500) },
  )
})
