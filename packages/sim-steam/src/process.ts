#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startSteam } from './server.ts'
import { createWorld } from './world.ts'

// The simulated Steam as a separate process, so that benchmarks do not measure it:
//   npx simulated-steam --latency 100 --jitter 0 --accounts 5000 --port 0
// It ends when its stdin is closed.
const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '0' },
    jitter: { type: 'string', default: '0' },
    accounts: { type: 'string', default: '5000' },
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})

const seed = Number(values.seed)
const steam = await startSteam({
  world: createWorld({ seed, accounts: Number(values.accounts) }),
  seed,
  port: Number(values.port),
  latencyMs: Number(values.latency),
  jitterMs: Number(values.jitter),
})
process.stdout.write(`${JSON.stringify({ url: steam.url })}\n`)

const end = (): void => void steam.close().then(() => process.exit(0))
process.once('SIGTERM', end)
process.once('SIGINT', end)
process.stdin.once('close', end).resume()
