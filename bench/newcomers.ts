import { connect } from 'node:net'
import { z } from 'zod'

// Sends many requests at once on command, each on a new connection. Uses plain sockets: all processes of
// this benchmark share two cores, and node:http would need several times as much processor time.
const CONTROL_EVERY_MS = 10
const WITHIN_MS = 15_000

const orderSchema = z.object({ url: z.string(), paths: z.array(z.string()) })

/** The answer to one request; status 0 without a complete answer. */
interface Reply {
  status: number
  body: string
  ms: number
}

process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (order.success) void carryOut(order.data).then((crowd) => process.send?.(crowd))
})
// The probe has unreferenced this channel; here it must keep the process alive.
process.channel?.ref()
process.send?.('ready')

async function carryOut({ url, paths }: z.infer<typeof orderSchema>) {
  const control = watchTimer()
  const { hostname, port } = new URL(url)
  const replies = await Promise.all(paths.map((path) => ask(hostname, Number(port), path)))
  // A late timer in this process means that the measured times are unreliable.
  return { replies, latenessMs: control.stop() }
}

function ask(host: string, port: number, path: string): Promise<Reply> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host, port }).setEncoding('utf8').setNoDelay()
    const end = () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2)
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
      const isWhole = Buffer.byteLength(body) === length
      resolve({ status: isWhole ? status : 0, body, ms: performance.now() - startedAt })
    }
    socket.on('data', (chunk: string) => (text += chunk))
    socket.setTimeout(WITHIN_MS, () => socket.destroy())
    // The answer is then incomplete.
    socket.on('error', () => {})
    socket.once('close', end)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: rapsheet-bench\r\nconnection: close\r\n\r\n`)
  })
}

/** Measures the maximum lateness of an interval timer. */
function watchTimer() {
  let latenessMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    latenessMs = Math.max(latenessMs, now - last - CONTROL_EVERY_MS)
    last = now
  }, CONTROL_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return latenessMs
    },
  }
}
