import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a service whose open connections a test can cut, as a failing network does. Closed after the test. */
export async function startCuttableWay(service: { port: number }) {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The other side may be gone already.
    socket.on('error', () => {})
  }
  const server = createServer((browser) => {
    const upstream = connect(service.port, '127.0.0.1')
    keep(browser)
    keep(upstream)
    browser.pipe(upstream).pipe(browser)
    browser.once('close', () => upstream.destroy())
    upstream.once('close', () => browser.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}
