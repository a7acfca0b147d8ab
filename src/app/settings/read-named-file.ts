import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { SettingsError } from './read-settings.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'

const HAND_OVER =
  'Under systemd and in Docker a file is handed to the service: "Files that settings name" in docs/operations.md.'
/** More than a `bans.cfg` with 50,000 bans has; `/dev/zero` and the like never end. */
const MAX_BYTES = 32 * 1024 * 1024

/** Reads the file that a setting names. Throws a SettingsError with the absolute path, the user who could not read it, and the remedy. */
export const readNamedFile = (setting: string, path: string): Promise<Buffer> =>
  readRegularFile(path).catch((error: unknown) => {
    const message = `${setting} names ${path}, which the user ${nameUser()} cannot read: ${explainUnreadable(error)}`
    throw new SettingsError(message, { cause: error })
  })

/**
 * Reads a regular file, or the one to which a symbolic link leads. Rejects for anything else, such as a pipe, which could keep the reader
 * waiting for ever, with the code `NOT_A_FILE`; for a file of more than `maxBytes` with the code `TOO_LARGE`.
 */
export async function readRegularFile(path: string, maxBytes = MAX_BYTES): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe waits for its writer. Windows does not know the flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
    if (!found.isFile()) throw Object.assign(new Error('it is not a regular file'), { code: 'NOT_A_FILE' })
    if (found.size > maxBytes)
      throw Object.assign(new Error(`it has more than ${Math.ceil(maxBytes / 1024)} KB`), { code: 'TOO_LARGE' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Says why a file cannot be read, and what to do. */
export function explainUnreadable(error: unknown): string {
  switch (systemCodeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no such file. Put it there, or correct the path. ${HAND_OVER}`
    case 'EACCES':
    case 'EPERM':
      return `permission denied. Let this user read the file and enter its folders. ${HAND_OVER}`
    case 'EISDIR':
      return 'it is a folder, which Docker makes where the file to mount does not exist. Remove it, and put the file there.'
    case 'NOT_A_FILE':
    case 'TOO_LARGE':
    case 'ENXIO':
      return `${messageOf(error)}. Correct the path.`
    default:
      return `${messageOf(error)}.`
  }
}

/** The user of this process by name and number, such as "node (1000)"; a container may have users without a name. */
export function nameUser(): string {
  try {
    const { username, uid } = userInfo()
    return uid < 0 ? username : `${username} (${uid})`
  } catch {
    return String(process.getuid?.())
  }
}
