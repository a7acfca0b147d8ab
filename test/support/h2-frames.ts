import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
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

/** One frame of HTTP/2 as it goes over the wire, sound or not. */
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

/** A header block in the plainest form of HPACK: nothing indexed, nothing packed, as often as listed; up to 126 bytes each. */
export function headerBlock(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')])
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
}

/** What begins every HTTP/2 connection, with empty settings after it. */
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('SETTINGS', 0, 0)])

/** Opens a connection that speaks HTTP/2 frame by frame, the preface sent; errors are for whoever looks. */
export function openFrames(port: number): TLSSocket {
  const socket = connect({ port, host: '127.0.0.1', ca: TEST_CA, servername: 'localhost', ALPNProtocols: ['h2'] })
  socket.on('error', () => {})
  socket.write(PREFACE)
  return socket
}

/** A frame that has come in. */
export interface ReceivedFrame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

/** The whole frames at the beginning of what has come. */
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
