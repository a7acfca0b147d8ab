import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCodeOf } from './thrown.ts'

/** Creates a folder and its parents, for this user alone. Node's own recursive mkdir never ends below /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, 0o700)
  } catch (error) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) return
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, 0o700)
  }
}
