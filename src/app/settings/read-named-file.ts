import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { SettingsError } from './read-settings.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'

const HAND_OVER =
  'Under systemd and in Docker a file is handed to the service: "Files that settings name" in docs/operations.md.'

/** Reads the file that a setting names. Throws a SettingsError with the absolute path, the user who could not read it, and the remedy. */
export async function readNamedFile(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    const message = `${setting} names ${path}, which the user ${nameUser()} cannot read: ${explain(error)}`
    throw new SettingsError(message, { cause: error })
  }
}

function explain(error: unknown): string {
  switch (systemCodeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no such file. Put it there, or correct the path. ${HAND_OVER}`
    case 'EACCES':
    case 'EPERM':
      return `permission denied. Let this user read the file and enter its folders. ${HAND_OVER}`
    case 'EISDIR':
      return 'it is a folder, which Docker makes where the file to mount does not exist. Remove it, and put the file there.'
    default:
      return `${messageOf(error)}.`
  }
}

/** The user of this process by name and number, such as "node (1000)"; a container may have users without a name. */
function nameUser(): string {
  try {
    const { username, uid } = userInfo()
    return uid < 0 ? username : `${username} (${uid})`
  } catch {
    return String(process.getuid?.())
  }
}
