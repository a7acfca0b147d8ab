import { readFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string) => fileURLToPath(new URL(`tls/${name}`, import.meta.url))

/** A self-signed certificate for localhost, with its key, which is public. */
export const TEST_TLS = {
  HTTP_TLS_CERT: pathOf('test-only-localhost.cert.pem'),
  HTTP_TLS_KEY: pathOf('test-only-localhost.key.pem'),
}

/** The certificate that clients trust. */
export const TEST_CA = readFileSync(TEST_TLS.HTTP_TLS_CERT)

/** The certificate and its key for a server without the rest of the service. */
export const TEST_PEM = { cert: TEST_CA, key: readFileSync(TEST_TLS.HTTP_TLS_KEY) }

/** A TLS connection with HTTP/1.1. */
export const connectTls = (port: number): TLSSocket =>
  connect({ port, host: '127.0.0.1', ca: TEST_CA, servername: 'localhost', ALPNProtocols: ['http/1.1'] })
