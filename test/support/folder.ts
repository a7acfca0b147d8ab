import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** An empty folder, removed after the test. */
export const folderForTest = (): string => createFolder(onTestFinished)

/** An empty folder for the tests of a file. */
export const useFolder = (): string => createFolder(afterAll)

function createFolder(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
