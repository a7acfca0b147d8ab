import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { createSecureContext } from 'node:tls'
import { SettingsError, type Settings } from './read-settings.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'

const HAND_OVER =
  'Under systemd and in Docker a file is handed to the service: "Files that settings name" in docs/admins/operations.md.'
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

/** Reads the certificate and its key. Throws a SettingsError that names the file and what is wrong with it. */
export async function readTls(files: Settings['http']['tls']): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (!files) return undefined
  const mistakes: string[] = []
  const read = async <T>(name: string, path: string, parse: (pem: Buffer) => T) => {
    try {
      const pem = await readNamedFile(name, path)
      return { pem, parsed: parse(pem) }
    } catch (error) {
      mistakes.push(error instanceof SettingsError ? error.message : `${name} names ${path}, ${explainUnusable(error)}`)
      return undefined
    }
  }
  const cert = await read('HTTP_TLS_CERT', files.cert, parseCertificate)
  const key = await read('HTTP_TLS_KEY', files.key, parseKey)
  if (!cert || !key) throw new SettingsError(mistakes.join('\n'))
  if (!cert.parsed.checkPrivateKey(key.parsed))
    throw new SettingsError(
      `The key in ${files.key} (HTTP_TLS_KEY) is not that of the first certificate in ${files.cert} (HTTP_TLS_CERT), which is of ${oneLine(cert.parsed.subject)}. Give the two files that belong together; the server's own certificate comes first in its file.`,
    )
  return { cert: cert.pem, key: key.pem }
}

function parseCertificate(pem: Buffer): X509Certificate {
  // Checks the whole chain; the other reads its first certificate.
  createSecureContext({ cert: pem })
  return new X509Certificate(pem)
}

const NEEDS_PASSPHRASE = 'its key has a passphrase'

function parseKey(pem: Buffer): KeyObject {
  // Versions of Node have different errors for it.
  if (pem.includes('ENCRYPTED')) throw new Error(NEEDS_PASSPHRASE)
  const key = createPrivateKey(pem)
  createSecureContext({ key: pem })
  return key
}

const oneLine = (subject: string) => subject.replaceAll('\n', ', ')

function explainUnusable(error: unknown): string {
  const message = messageOf(error)
  const remedy =
    message === NEEDS_PASSPHRASE
      ? 'Remove it: openssl pkey -in <this file> -out <new file>.'
      : 'Give a PEM file, which begins with -----BEGIN.'
  return `which cannot be used: ${message}. ${remedy}`
}
