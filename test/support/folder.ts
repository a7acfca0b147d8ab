import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder, removed after the test. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
