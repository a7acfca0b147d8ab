import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { toolBearer } from './fake-tools.ts'
import type { ToolHttp } from './tool-http.ts'

/** Begins an import whose body does not arrive; resolves when the service waits for the body. */
export async function beginImport({ http }: ToolHttp, token: string) {
  const socket = connect(http.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = { host: 'localhost', 'content-type': 'text/plain', 'content-length': '17', expect: '100-continue' }
  const lines = Object.entries({ ...head, ...toolBearer(token) }).map(([header, value]) => `${header}: ${value}`)
  socket.write(`POST /api/bans/import HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  expect(String(chunk)).toMatch(/^HTTP\/1.1 100 /)
  return socket
}
