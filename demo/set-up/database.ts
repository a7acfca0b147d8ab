import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The URL of a database in a new temporary folder, which is removed when the process ends. */
export function createDemoDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return `sqlite://${join(folder, 'community.sqlite')}`
}
