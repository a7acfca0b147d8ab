import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APPLICATION_ID, refuseForeignFile } from '../../../src/database/sqlite/check-file.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import { databasePath, sqliteForTest } from '../../support/database.ts'

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

test('a database whose process was killed while it emptied the log into the file is opened, and has everything', async () => {
  const path = databasePath()
  await (await sqliteForTest(path)).destroy()
  const before = readFileSync(path)
  const writer = await connectSqlite(path, 'write')
  const [page] = await writer.query('PRAGMA page_size')
  const pageSize = Number(page?.['page_size'])
  await writer.query('PRAGMA wal_autocheckpoint = 0')
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n'
  await writer.query(
    `INSERT INTO guilds (guild_id, locale, last_interaction_at) SELECT i, 'en-US', 1 FROM (${numbers})`,
  )
  const log = readFileSync(`${path}-wal`)
  await writer.close()
  // Only the first page, which names the new size, was written. A frame of the log begins with the number of its page.
  const [headerSize, frameHeaderSize] = [32, 24]
  let first = before.subarray(0, pageSize)
  for (let at = headerSize; at < log.length; at += frameHeaderSize + pageSize)
    if (log.readUInt32BE(at) === 1) first = log.subarray(at + frameHeaderSize, at + frameHeaderSize + pageSize)
  const killed = databasePath()
  writeFileSync(killed, Buffer.concat([first, before.subarray(pageSize)]))
  writeFileSync(`${killed}-wal`, log)
  expect(await (await sqliteForTest(killed))('guilds').count({ count: '*' })).toEqual([{ count: 2_000 }])
})
