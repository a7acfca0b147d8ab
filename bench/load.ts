import autocannon from 'autocannon'
import { z } from 'zod'

// Sends requests to one server as fast as it answers, on command.
const CONNECTIONS = 50
/** The interval of autocannon's clock, and thus the maximum delay of the end of a run. */
const SAMPLE_MS = 100
const USER_AGENT = 'rapsheet-bench (loopback)'

const orderSchema = z.object({
  url: z.string(),
  paths: z.array(z.string()).min(1),
  /** The duration for a single path; without it each path is requested once. */
  seconds: z.number().optional(),
})

process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (order.success) void run(order.data)
})
// The probe has unreferenced this channel; here it must keep the process alive.
process.channel?.ref()
process.send?.('ready')

async function run({ url, paths, seconds }: z.infer<typeof orderSchema>): Promise<void> {
  const common = { connections: CONNECTIONS, sampleInt: SAMPLE_MS, headers: { 'user-agent': USER_AGENT } }
  let next = 0
  const { requests, errors, non2xx, duration } = await autocannon(
    seconds === undefined
      ? {
          ...common,
          url,
          amount: paths.length,
          requests: [{ setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] ?? '' }) }],
        }
      : { ...common, url: `${url}${paths[0]}`, duration: seconds },
  )
  process.send?.({ answered: requests.total, failed: errors + non2xx, seconds: duration })
}
