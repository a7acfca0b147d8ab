import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { SettingsError, type Settings } from '../config.ts'
import { messageOf } from '../lib/thrown.ts'

/** Reads the certificate and its key. Throws a SettingsError for files that cannot be read or do not belong together. */
export async function readTls(files: Settings['http']['tls']): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (!files) return undefined
  const mistakes: string[] = []
  const read = async (name: string, file: string): Promise<Buffer> => {
    try {
      return await readFile(file)
    } catch (error) {
      mistakes.push(`${name} names ${file}, which cannot be read: ${messageOf(error)}.`)
      return Buffer.alloc(0)
    }
  }
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
