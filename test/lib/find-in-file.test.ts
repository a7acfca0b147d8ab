import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileContains } from '../../src/lib/find-in-file.ts'
import { folderForTest } from '../support/folder.ts'

const MIB = 1024 * 1024
const PATTERN = Buffer.from('76561197960287930')

test.each([
  ['at the start', 0, 3 * MIB, true],
  ['at the end', 3 * MIB - 17, 3 * MIB, true],
  ['across the end of a chunk', MIB - 5, 3 * MIB, true],
  ['across the end of a later chunk', 2 * MIB - 16, 3 * MIB, true],
  ['behind the first chunk', MIB, 3 * MIB, true],
  ['in a file that is nothing else', 0, 17, true],
  ['nowhere', undefined, 3 * MIB, false],
  ['nowhere in an empty file', undefined, 0, false],
])('finds bytes %s', async (_, position, size, found) => {
  const path = join(folderForTest(), 'file')
  const content = Buffer.alloc(size, 'x')
  if (position !== undefined) PATTERN.copy(content, position)
  writeFileSync(path, content)
  expect(await fileContains(path, [Buffer.from('absent'), PATTERN])).toBe(found)
})

test('does not find bytes that are complete only with some read before', async () => {
  const path = join(folderForTest(), 'file')
  const [start, end] = [PATTERN.subarray(0, 9), PATTERN.subarray(9)]
  writeFileSync(path, Buffer.concat([start, Buffer.alloc(2 * MIB, 'x'), end]))
  expect(await fileContains(path, [PATTERN])).toBe(false)
})
