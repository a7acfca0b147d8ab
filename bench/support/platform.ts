import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { BanKind } from '../../packages/sim-steam/src/bans.ts'
import type { DialSetting } from '../../packages/sim-steam/src/dial.ts'
import { METHODS, type Method } from '../../packages/sim-steam/src/methods.ts'

const SCRIPT = fileURLToPath(new URL('../../packages/sim-steam/src/process.js', import.meta.url))

/** The key of the simulated Steam. */
export const STEAM_KEY = 'SIMULATED-KEY'

const addressSchema = z.object({ url: z.string() })
const callsSchema = z.object({
  total: z.number(),
  counts: z.record(z.enum(METHODS), z.number()),
  maxInFlight: z.number(),
})

/** The counted calls. */
export type Calls = z.infer<typeof callsSchema>

/** The simulated Steam in its own process. */
export interface Platform {
  url: string
  /** Counts the calls during `work`, and measures its duration. */
  watch<T>(work: () => Promise<T>): Promise<{ value: T; calls: Calls; ms: number }>
  /** Sets how calls are answered. */
  dial(setting: DialSetting, method?: Method | '*'): Promise<void>
  /** Bans accounts, or lifts their newest ban of this kind; throws if one of them cannot change. */
  change(verb: 'ban' | 'lift', steamIds: readonly string[], kind: BanKind): Promise<void>
  stop(): Promise<void>
}

/** Starts the simulated Steam; every call takes `latencyMs`. */
export async function startPlatform(latencyMs: number, accounts = 5_000, seed = 1): Promise<Platform> {
  const options = ['--latency', String(latencyMs), '--accounts', String(accounts), '--seed', String(seed)]
  const child = spawn(process.execPath, [SCRIPT, ...options], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url } = addressSchema.parse(JSON.parse(line))
  const order = async (what: string, body: object) => {
    const answer = await fetch(`${url}/_sim/${what}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`the platform refuses ${what} ${JSON.stringify(body)}: ${await answer.text()}`)
  }
  const calls = async () => callsSchema.parse(await (await fetch(`${url}/_sim/calls`)).json())
  return {
    url,
    dial: (setting, method = '*') => order('dial', { method, ...setting }),
    change: (verb, steamIds, kind) => order(verb, { steamId: steamIds, kind }),
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
      // It ends when its stdin is closed.
      child.stdin.end()
      await exit
    },
  }
}
