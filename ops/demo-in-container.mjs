// Runs the demo in a container, with a simulated Discord and Steam; then open http://localhost:8081 for Discord and http://localhost:8080:
//   docker build --target demo -t rapsheet-demo .
//   docker run --rm -it -p 127.0.0.1:8080:8080 -p 127.0.0.1:8081:8081 rapsheet-demo
// The demo listens on the loopback address only, which published ports do not reach. So this forwards both ports to it from the container's
// own addresses. Not for --network host, where those are the addresses of the machine.
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { pipeline } from 'node:stream'

const outer = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address?.family === 'IPv4' && !address.internal)
for (const port of [8080, 8081]) {
  for (const address of outer) {
    createServer((client) => {
      // A connection that breaks off concerns its client alone.
      pipeline(client, connect(port, '127.0.0.1'), client, () => {})
    })
      .listen(port, address?.address)
      .unref()
  }
}
await import('../dist/demo/demo.js')
