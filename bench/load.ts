import autocannon from 'autocannon'
import { z } from 'zod'

// Asks one server as fast as it answers, each time it is told to.
const CONNECTIONS = 50
/** It looks at the clock so often, and so ends a run that late at most. */
const SAMPLE_MS = 100
const USER_AGENT = 'rapsheet-bench (loopback)'

const orderSchema = z.object({
  url: z.string(),
  paths: z.array(z.string()).min(1),
  /** For how long one path is asked; without it every path is asked once. */
  seconds: z.number().optional(),
  perSecond: z.number().optional(),
})

process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (order.success) void run(order.data)
})
// The probe lets go of this channel; here it is all there is to wait for.
process.channel?.ref()
process.send?.('ready')

async function run({ url, paths, seconds, perSecond }: z.infer<typeof orderSchema>): Promise<void> {
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
      : { ...common, url: `${url}${paths[0]}`, duration: seconds, ...(perSecond ? { overallRate: perSecond } : {}) },
  )
  process.send?.({ answered: requests.total, failed: errors + non2xx, seconds: duration })
}
