import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { SettingsError, type Settings } from './read-settings.ts'
import { messageOf } from '../../lib/thrown.ts'
import { readNamedFile } from './read-named-file.ts'

/** Reads the certificate and its key. Throws a SettingsError that names the file and what is wrong with it. */
export async function readTls(files: Settings['http']['tls']): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (!files) return undefined
  const mistakes: string[] = []
  const read = async <T>(name: string, path: string, parse: (pem: Buffer) => T) => {
    try {
      const pem = await readNamedFile(name, path)
      return { pem, parsed: parse(pem) }
    } catch (error) {
      mistakes.push(error instanceof SettingsError ? error.message : `${name} names ${path}, ${explain(error)}`)
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

function explain(error: unknown): string {
  const message = messageOf(error)
  const remedy =
    message === NEEDS_PASSPHRASE
      ? 'Remove it: openssl pkey -in <this file> -out <new file>.'
      : 'Give a PEM file, which begins with -----BEGIN.'
  return `which cannot be used: ${message}. ${remedy}`
}
