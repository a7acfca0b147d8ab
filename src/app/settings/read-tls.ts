import { createSecureContext } from 'node:tls'
import { SettingsError, type Settings } from './read-settings.ts'
import { messageOf } from '../../lib/thrown.ts'
import { readNamedFile } from './read-named-file.ts'

/** Reads the certificate and its key. Throws a SettingsError for files that cannot be read or do not belong together. */
export async function readTls(files: Settings['http']['tls']): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (!files) return undefined
  const mistakes: string[] = []
  const read = (name: string, file: string) =>
    readNamedFile(name, file).catch((error: unknown) => {
      mistakes.push(messageOf(error))
      return Buffer.alloc(0)
    })
  const tls = { cert: await read('HTTP_TLS_CERT', files.cert), key: await read('HTTP_TLS_KEY', files.key) }
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'))
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new SettingsError(
      `HTTP_TLS_CERT and HTTP_TLS_KEY do not make a certificate with its key: ${messageOf(error)}.`,
    )
  }
  return tls
}
