import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databasePath } from '../../../src/database/sqlite/database-path.ts'

test.each([
  ['sqlite://data/community.sqlite', 'data/community.sqlite'],
  ['sqlite://:memory:', ':memory:'],
])('the path of %s is absolute', (url, path) => {
  expect(databasePath(url)).toBe(join(process.cwd(), path))
})
