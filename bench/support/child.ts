import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const DIST = fileURLToPath(new URL('../..', import.meta.url))
const PROBE = new URL('../probe.js', import.meta.url).href

const usageSchema = z.object({ cpuMicros: z.number(), systemMicros: z.number(), rss: z.number(), heapUsed: z.number() })

/** Processor time since the start of a process, how much of it in the kernel, and its current memory in bytes. */
export type Usage = z.infer<typeof usageSchema>

/** A measured process. */
export interface Child {
  pid: number
  /** Sends it a message and waits for its answer. */
  ask(message: string | object): Promise<unknown>
  /** The next message from it. */
  next(): Promise<unknown>
  /** Reads the usage; `collect` forces a garbage collection first. */
  usage(question?: 'usage' | 'collect'): Promise<Usage>
  /** Stops the process, and waits for its end. */
  stop(): Promise<void>
  /** Kills the process with SIGKILL, and waits for its end. */
  kill(): Promise<void>
}

/**
 * Starts a script, of the project or with an absolute path, in its own process, with only PATH from the environment. The standard output
 * is dropped, and the error output is that of this process.
 */
export function startChild(script: string, env: Record<string, string>, cwd: string): Child {
  const child = fork(resolve(DIST, script.replace(/\.ts$/, '.js')), {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execArgv: ['--expose-gc', '--import', PROBE],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = async () => {
    const [message] = (await once(child, 'message')) as [unknown]
    return message
  }
  const ask: Child['ask'] = (message) => {
    const answer = next()
    child.send(message)
    return answer
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return {
    pid: child.pid ?? 0,
    ask,
    next,
    usage: async (question = 'usage') => usageSchema.parse(await ask(question)),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
