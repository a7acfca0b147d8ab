import { expect, test } from 'vitest'
import { createTextSeal } from '../../src/lib/sealed-text.ts'

const TEXT = 'the token of an interaction, äöü'

test('a sealed text is opened with the same secret and name', () => {
  const sealed = createTextSeal('secret', 'answers').seal('1', TEXT)
  expect(createTextSeal('secret', 'answers').open('1', sealed)).toBe(TEXT)
  expect(sealed.toString('latin1')).not.toContain('token')
})

test('the same text is sealed differently each time', () => {
  const { seal } = createTextSeal('secret', 'answers')
  expect(seal('1', TEXT).equals(seal('1', TEXT))).toBe(false)
})

test.each([
  ['another secret', createTextSeal('other', 'answers'), '1'],
  ['another purpose', createTextSeal('secret', 'other'), '1'],
  ['another name', createTextSeal('secret', 'answers'), '2'],
])('a sealed text is not opened with %s', (_, { open }, name) => {
  expect(open(name, createTextSeal('secret', 'answers').seal('1', TEXT))).toBeUndefined()
})

test('a text that was changed or cut is not opened', () => {
  const { seal, open } = createTextSeal('secret', 'answers')
  const sealed = seal('1', TEXT)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(open('1', changed)).toBeUndefined()
    expect(open('1', sealed.subarray(0, index))).toBeUndefined()
  }
})
