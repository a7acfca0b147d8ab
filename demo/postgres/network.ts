import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** A network between processes and a server, which the program may break. */
export interface Network {
  /** Returns the URL of `url`'s server through this network. */
  through(url: string): string
  /** Nothing passes any more: connections stay open, and new ones are accepted without an answer. */
  stall(): void
  /** Resets all connections, and each new one. */
  cut(): void
  /** Lets everything pass again, also what waits on stalled connections. */
  repair(): void
  close(): Promise<void>
}

/** Starts a proxy on a free port of this machine that passes bytes to another port of it. */
export async function startNetwork(port: number): Promise<Network> {
  let state: 'whole' | 'stalled' | 'cut' = 'whole'
  const open = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.setNoDelay()
    from.on('data', (chunk) => void to.write(chunk))
    from.on('error', () => {})
    from.on('end', () => to.end())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
    if (state === 'stalled') from.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') {
      client.on('error', () => {})
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ port, host: HOST, allowHalfOpen: true })
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, HOST)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    through: (url) => Object.assign(new URL(url), { hostname: HOST, port: String(address.port) }).href,
    stall() {
      state = 'stalled'
      for (const socket of open) socket.pause()
    },
    cut() {
      state = 'cut'
      for (const socket of open) socket.resetAndDestroy()
    },
    repair() {
      state = 'whole'
      for (const socket of open) socket.resume()
    },
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
