import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APPLICATION_ID, refuseForeignFile } from '../../../src/database/sqlite/check-file.ts'
import { databasePath } from '../../support/database.ts'

const damaged = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })

/** Reads a file that seems damaged the first few times, as one that another process writes at that moment. */
function inspectAfter(failures: number, error: Error = damaged) {
  let reads = 0
  return {
    inspect: () =>
      ++reads <= failures
        ? Promise.reject(error)
        : Promise.resolve({ tables: ['meta'], applicationId: APPLICATION_ID }),
    reads: () => reads,
  }
}

function existingFile(): string {
  const path = databasePath()
  writeFileSync(path, '')
  return path
}

test('a file that another process writes at that moment is read again', async () => {
  await refuseForeignFile(existingFile(), inspectAfter(3).inspect)
})

test('a file that stays damaged is refused, and so is one that cannot be read, at once', async () => {
  await expect(refuseForeignFile(existingFile(), inspectAfter(Infinity).inspect)).rejects.toBe(damaged)
  const unreadable = Object.assign(new Error('no'), { code: 'SQLITE_CANTOPEN' })
  const { inspect, reads } = inspectAfter(1, unreadable)
  await expect(refuseForeignFile(existingFile(), inspect)).rejects.toBe(unreadable)
  expect(reads()).toBe(1)
})
