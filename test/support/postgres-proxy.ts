import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The type of the message with which Postgres delivers a notice. */
const NOTIFICATION = 'A'.charCodeAt(0)

/** A network between the test and a Postgres server: it may be cut, and may lose notices as a pooler does. */
export async function postgresProxy(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const proxy = { losesNotices: false, refuses: false }
  const server = createServer((client) => {
    if (proxy.refuses) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const filter = createFilter(() => proxy.losesNotices)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('data', (chunk) => void to.write(from === upstream ? filter(chunk) : chunk))
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address() as AddressInfo
  return Object.assign(proxy, {
    url: Object.assign(new URL(url), { port: String(address.port) }).href,
    /** Nothing passes any more on the connections that are open now, which stay open. */
    cut(): void {
      for (const socket of open) socket.pause()
    },
  })
}

/** Removes notices from a server's messages: a type byte each, and a length that includes itself. */
function createFilter(isActive: () => boolean) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk])
    const passed: Buffer[] = []
    for (;;) {
      const length = rest.length < 5 ? Number.POSITIVE_INFINITY : rest.readInt32BE(1) + 1
      if (rest.length < length) return Buffer.concat(passed)
      if (rest[0] !== NOTIFICATION || !isActive()) passed.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}
