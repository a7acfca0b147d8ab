import { connect, type TLSSocket } from 'node:tls'
import { TEST_CA } from './test-certificate.ts'

const TYPES = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const

export const END_STREAM = 1
export const END_HEADERS = 4

/** One encoded HTTP/2 frame, valid or not. */
export function frame(
  type: keyof typeof TYPES,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(TYPES[type], 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header block in the simplest form of HPACK: not indexed, not compressed; up to 126 bytes per string. */
export function headerBlock(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')])
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
}

/** The preface of every HTTP/2 connection, with empty settings. */
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('SETTINGS', 0, 0)])

/** Opens an HTTP/2 connection for single frames and sends the preface; the test may check its errors. */
export function openFrames(port: number): TLSSocket {
  const socket = connect({ port, host: '127.0.0.1', ca: TEST_CA, servername: 'localhost', ALPNProtocols: ['h2'] })
  socket.on('error', () => {})
  socket.write(PREFACE)
  return socket
}

/** A received frame. */
export interface ReceivedFrame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

/** The complete frames at the beginning of the received bytes. */
export function parseFrames(received: Buffer): ReceivedFrame[] {
  const frames: ReceivedFrame[] = []
  for (let at = 0; at + 9 <= received.length;) {
    const end = at + 9 + received.readUIntBE(at, 3)
    if (end > received.length) break
    frames.push({
      type: received.readUInt8(at + 3),
      flags: received.readUInt8(at + 4),
      stream: received.readUInt32BE(at + 5),
      payload: received.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}
