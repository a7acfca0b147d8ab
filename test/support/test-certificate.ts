import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string) => fileURLToPath(new URL(`tls/${name}`, import.meta.url))

/** A self-signed certificate for localhost, with its key, which is public. */
export const TEST_TLS = {
  HTTP_TLS_CERT: pathOf('test-only-localhost.cert.pem'),
  HTTP_TLS_KEY: pathOf('test-only-localhost.key.pem'),
}

/** The certificate that clients trust. */
export const TEST_CA = readFileSync(TEST_TLS.HTTP_TLS_CERT)
