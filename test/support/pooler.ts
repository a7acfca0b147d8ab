import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What PgBouncer accepts in the first message of a connection. */
const ACCEPTED = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
])
/** Header of the first message: its length and the version of the protocol. */
const HEADER_BYTES = 8
const ENDS = new Set(['Z', 'E'].map((type) => type.charCodeAt(0)))
const KEY = 'K'.charCodeAt(0)

/**
 * The address of a database through a server that does as PgBouncer by default: it refuses most parameters of a connection, and gives
 * its clients process ids of its own. Each client keeps a connection to the server.
 */
export async function poolerForTest(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) open.add(socket.on('error', () => {}))
    client.once('data', (first) => {
      const refused = findRefused(first)
      if (refused !== undefined) return void client.end(refusalOf(refused))
      upstream.write(first)
      client.pipe(upstream)
      const hideProcess = createProcessHider()
      upstream.on('data', (chunk) => void client.write(hideProcess(chunk)))
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address() as AddressInfo
  return Object.assign(new URL(url), { port: String(address.port) }).href
}

/** The name of the first parameter that is not accepted. */
function findRefused(first: Buffer): string | undefined {
  const texts = first.subarray(HEADER_BYTES).toString().split('\0')
  return texts.find((name, index) => index % 2 === 0 && name !== '' && !ACCEPTED.has(name))
}

/** A message of Postgres: a type, its length with the four bytes of the length, and its texts. */
function refusalOf(parameter: string): Buffer {
  const text = ['SFATAL', 'C08P01', `Munsupported startup parameter: ${parameter}`, '', ''].join('\0')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(text))
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(text)])
}

/** Passes on what the server says to a new connection, with another process id. */
function createProcessHider() {
  let waiting: Buffer | undefined = Buffer.alloc(0)
  return (chunk: Buffer): Buffer => {
    if (!waiting) return chunk
    const bytes = Buffer.concat([waiting, chunk])
    waiting = undefined
    let at = 0
    while (at + 5 <= bytes.length) {
      const end: number = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (bytes[at] === KEY) bytes.writeUInt32BE(1, at + 5)
      if (ENDS.has(bytes[at] ?? 0)) return bytes
      at = end
    }
    waiting = bytes.subarray(at)
    return bytes.subarray(0, at)
  }
}
