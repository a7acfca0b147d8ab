import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { DialSetting } from '../../sim/steam/dial.ts'
import { METHODS } from '../../sim/steam/methods.ts'
import type { Method } from '../../sim/steam/methods.ts'

const SCRIPT = fileURLToPath(new URL('../../sim/steam/process.js', import.meta.url))

/** The key the simulated platform asks for. */
export const STEAM_KEY = 'SIMULATED-KEY'

const addressSchema = z.object({ url: z.string() })
const callsSchema = z.object({
  total: z.number(),
  counts: z.record(z.enum(METHODS), z.number()),
  maxInFlight: z.number(),
})

/** Calls the platform has counted. */
export type Calls = z.infer<typeof callsSchema>

/** The simulated platform in a process of its own. */
export interface Platform {
  url: string
  /** Counts the calls that `work` causes, and measures how long it takes. */
  watch<T>(work: () => Promise<T>): Promise<{ value: T; calls: Calls; ms: number }>
  /** How calls are answered from now on. */
  dial(setting: DialSetting, method?: Method | '*'): Promise<void>
  /** The calls counted since they were last reset. */
  calls(): Promise<Calls>
  stop(): Promise<void>
}

/** Starts the platform; every call takes `latencyMs`. */
export async function startPlatform(latencyMs: number, accounts = 5_000, seed = 1): Promise<Platform> {
  const options = ['--latency', String(latencyMs), '--accounts', String(accounts), '--seed', String(seed)]
  const child = spawn(process.execPath, [SCRIPT, ...options], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url } = addressSchema.parse(JSON.parse(line))
  const calls = async () => callsSchema.parse(await (await fetch(`${url}/_sim/calls`)).json())
  return {
    url,
    calls,
    async dial(setting, method = '*') {
      const { ok } = await fetch(`${url}/_sim/dial`, { method: 'POST', body: JSON.stringify({ method, ...setting }) })
      if (!ok) throw new Error(`the dial does not turn to ${JSON.stringify(setting)}`)
    },
    async watch(work) {
      await fetch(`${url}/_sim/reset`, { method: 'POST' })
      const startedAt = performance.now()
      const value = await work()
      const ms = performance.now() - startedAt
      return { value, calls: await calls(), ms }
    },
    async stop() {
      if (child.exitCode !== null) return
      const exit = once(child, 'exit')
      // It ends when nobody holds its input any more.
      child.stdin.end()
      await exit
    },
  }
}
