import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** As PgBouncer, which closes the connection then. */
const REFUSAL = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''].join('\0')

/** The address of a database through a server that refuses connections with a time limit for statements, as PgBouncer does by default. */
export async function poolerForTest(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) open.add(socket.on('error', () => {}))
    // The parameters come in the first message.
    client.once('data', (first) => {
      if (first.includes('statement_timeout')) return void client.end(toMessage('E', `${REFUSAL}\0`))
      upstream.write(first)
      client.pipe(upstream).pipe(client)
    })
    client.on('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address() as AddressInfo
  return Object.assign(new URL(url), { port: String(address.port) }).href
}

/** A message of Postgres: a type, its length with the four bytes of the length, and its text. */
function toMessage(type: string, text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(text))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(text)])
}
