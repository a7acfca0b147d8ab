import { expect, test } from 'vitest'
import { explain } from '../../../src/database/sqlite/sqlite-errors.ts'
import { DatabaseError } from '../../../src/model/database-error.ts'

const failed = (code: string) =>
  Object.assign(new Error(`insert into t (a) values (?) - ${code}: what it says`), { code })

test.each([
  ['SQLITE_FULL', 'full', 'Free some disk space.'],
  ['SQLITE_BUSY', 'busy', 'Another process has locked it; end that process, or try again.'],
  ['SQLITE_READONLY', 'readonly', 'Let this user write the file and its folder.'],
  [
    'SQLITE_CORRUPT',
    'damaged',
    'Restore a backup with "npm run restore -- <backup>", or set DATABASE_URL to a new database.',
  ],
  ['SQLITE_IOERR', 'unavailable', 'Check whether the disk is full, over its quota or broken.'],
  ['SQLITE_CANTOPEN', 'unavailable', 'Set DATABASE_URL to a file in a folder that this user may write.'],
])('%s is the problem %s, with its remedy', (code, problem, remedy) => {
  const error = failed(code)
  expect(explain('x.sqlite', 'failed', error)).toMatchObject({
    problem,
    message: `DATABASE_URL x.sqlite failed: ${code}: what it says. ${remedy}`,
    cause: error,
  })
})

test('any other error is shown as it is', () => {
  expect(explain('x.sqlite', 'failed', new Error('no idea'))).toMatchObject({
    problem: 'unavailable',
    message: 'DATABASE_URL x.sqlite failed: no idea.',
  })
})

test('an error that is explained already stays', () => {
  const error = new DatabaseError('newer', 'too new')
  expect(explain('x.sqlite', 'failed', error)).toBe(error)
})
