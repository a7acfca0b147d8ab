import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import { onTestFinished } from 'vitest'
import { bodyOf, USER_AGENT, type Reply } from './ask.ts'
import { TEST_CA } from './test-certificate.ts'

/** A connection over HTTP/2 that trusts the test certificate; closed after the test. */
export function openH2(service: { url: string }, settings: Settings = {}): ClientHttp2Session {
  const session = connect(service.url, { ca: TEST_CA, servername: 'localhost', settings })
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

/** Sends a request and reads the whole response; rejects when it is incomplete. */
export async function askH2(
  session: ClientHttp2Session,
  path: string,
  { body, ...headers }: OutgoingHttpHeaders & { body?: string } = {},
): Promise<Reply & { bytes: Buffer }> {
  const stream = session.request({ ':path': path, 'user-agent': USER_AGENT, ...headers })
  const head = headersOf(stream)
  stream.end(body)
  const { ':status': status, ...received } = await head
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { status: status ?? 0, headers: received, bytes, body: bodyOf(received['content-type'], bytes.toString()) }
}

/** Posts a value as JSON. */
export const postH2 = (session: ClientHttp2Session, path: string, value: unknown) =>
  askH2(session, path, { ':method': 'POST', 'content-type': 'application/json', body: JSON.stringify(value) })

/** The response headers of a stream. */
export function headersOf(stream: ClientHttp2Stream): Promise<IncomingHttpHeaders & { ':status'?: number }> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('the stream closed without an answer')))
  })
}
