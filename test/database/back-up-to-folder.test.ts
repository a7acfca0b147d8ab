import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUpToFolder } from '../../src/database/back-up-to-folder.ts'
import { checkBackup } from '../../src/database/sqlite/check-backup.ts'
import { databaseAt, databasePath, urlForTest } from '../support/database.ts'
import { folderForTest } from '../support/folder.ts'

const nameOf = (day: number) => `rapsheet-2026-05-${String(day).padStart(2, '0')}T04-00-00-000Z.sqlite`
const clockOn = (day: number) => {
  const unixMs = Date.UTC(2026, 4, day, 4)
  return { unixMs: () => unixMs, unixSeconds: () => unixMs / 1000 }
}

test('the newest backups are kept, complete and noted, and nothing else in the folder is deleted', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  const foreign = ['rapsheet-2026-04-01.sqlite', `${nameOf(1)}.bak`, `old-${nameOf(1)}`, 'notes.txt']
  for (const name of foreign) writeFileSync(join(folder, name), 'kept')
  mkdirSync(join(folder, nameOf(1)))
  symlinkSync(join(folder, 'notes.txt'), join(folder, nameOf(2)))
  const results = []
  for (const day of [3, 4, 5, 6]) results.push(await backUpToFolder(url, folder, 2, clockOn(day)))
  const pathOf = (day: number) => join(folder, nameOf(day))
  expect(results).toEqual([
    { path: pathOf(3), isNoted: true, deleted: [] },
    { path: pathOf(4), isNoted: true, deleted: [] },
    { path: pathOf(5), isNoted: true, deleted: [pathOf(3)] },
    { path: pathOf(6), isNoted: true, deleted: [pathOf(4)] },
  ])
  expect(readdirSync(folder).toSorted()).toEqual([...foreign, ...[1, 2, 5, 6].map(nameOf)].toSorted())
  await checkBackup(pathOf(5))
  await checkBackup(pathOf(6))
  const database = await databaseAt(url)
  expect(await database.read(({ meta }) => meta.get('backed_up_at'))).toBe(String(clockOn(6).unixSeconds()))
})

test('a backup that fails deletes nothing', async () => {
  const folder = folderForTest()
  for (const day of [1, 2]) writeFileSync(join(folder, nameOf(day)), 'a backup')
  await expect(backUpToFolder(`sqlite://${databasePath()}`, folder, 1, clockOn(3))).rejects.toThrow('does not exist')
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(1), nameOf(2)])
})

test('what an interruption has left does not count as a backup, and goes with those of its time', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  for (const day of [1, 3]) writeFileSync(join(folder, nameOf(day)), 'a backup')
  for (const day of [2, 4]) {
    writeFileSync(join(folder, nameOf(day)), '')
    writeFileSync(join(folder, `${nameOf(day)}.partial`), 'half')
  }
  await backUpToFolder(url, folder, 2, clockOn(5))
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(3), nameOf(4), `${nameOf(4)}.partial`, nameOf(5)])
})

test('the new backup is kept although the clock was set back', async () => {
  const [url, folder] = [await urlForTest(), folderForTest()]
  for (const day of [8, 9]) writeFileSync(join(folder, nameOf(day)), 'a backup')
  const { deleted } = await backUpToFolder(url, folder, 1, clockOn(5))
  expect(deleted).toEqual([join(folder, nameOf(8))])
  expect(readdirSync(folder).toSorted()).toEqual([nameOf(5), nameOf(9)])
})
