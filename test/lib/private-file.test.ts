import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/app/database.ts'
import { narrowFiles } from '../../src/lib/private-file.ts'
import { openSqlite } from '../../src/store/disk.ts'
import { folderForTest } from '../support/folder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test.runIf(process.platform !== 'win32')(
  'new files and folders are for this user alone, whatever the umask is',
  async () => {
    const before = process.umask(0)
    try {
      const [database, cache] = ['data/community.sqlite', 'cache/deep/rapsheet.sqlite'].map((name) =>
        join(folderForTest(), name),
      ) as [string, string]
      const opened = await openDatabase(`sqlite://${database}`)
      const disk = await openSqlite(`sqlite://${cache}`, (_, error) => expect.unreachable(String(error)))
      await disk.setMany([{ key: 'a', value: 1, ttl: 1_000 }])
      for (const path of [database, cache]) {
        expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600])
        expect(modeOf(dirname(path))).toBe(0o700)
      }
      await opened.close()
      await disk.close()
    } finally {
      process.umask(before)
    }
  },
)

test.runIf(process.platform !== 'win32')('an existing file is taken from other users, with its journals', async () => {
  const path = join(folderForTest(), 'community.sqlite')
  for (const name of [path, `${path}-wal`]) {
    writeFileSync(name, '')
    chmodSync(name, 0o664)
  }
  expect(await narrowFiles(path)).toEqual([])
  expect([modeOf(path), modeOf(`${path}-wal`)]).toEqual([0o600, 0o600])
})
