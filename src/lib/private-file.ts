import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCodeOf } from './thrown.ts'

const OTHERS = 0o077

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

/** Creates an empty file that only this user can read, whatever the umask is; leaves an existing file as it is. */
export async function createPrivateFile(path: string): Promise<void> {
  const file = await open(path, 'ax', 0o600).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error
  })
  await file?.close()
}

/**
 * Makes a SQLite file and its journals unreadable for other users. Returns the paths of the files whose mode could not be changed, because
 * they belong to another user.
 */
export async function narrowFiles(path: string): Promise<string[]> {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const open: string[] = []
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    const found = await stat(name).catch(() => undefined)
    if (!found?.isFile() || (found.mode & OTHERS) === 0) continue
    await chmod(name, found.mode & ~OTHERS & 0o777).catch(() => open.push(name))
  }
  return open
}
