import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Part, PartState } from './part.ts'

/** Longer than the program's own limit for its shutdown. */
const STOP_WITHIN_MS = 20_000
/** The level of warnings in the log of pino. */
const WARN = 40

export interface ProgramOptions {
  name: string
  /** The compiled `src/main.ts`. */
  entry: string
  folder: string
  settings: Record<string, string | undefined>
  /** Called with each warning and error that the program writes. */
  onWarning: (text: string) => void
}

/** A process of Rapsheet. */
export interface ProgramPart extends Part {
  /** Its address, while it listens. */
  url: () => string | undefined
  pid: () => number | undefined
  start: () => void
}

/** A warning of every process that the demo cannot avoid. */
const OLD_NODE = /is past its end of life/

const lineSchema = z.object({
  level: z.number(),
  msg: z.string(),
  task: z.string().optional(),
  code: z.string().optional(),
  outcome: z.string().optional(),
  problem: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
})

/** Creates a process of Rapsheet, which `start` or `revive` starts. */
export function createProgramPart({ name, entry, folder, settings, onWarning }: ProgramOptions): ProgramPart {
  let state: PartState = 'dead'
  let url: string | undefined
  /** Chosen by the system at the first start. A revived program keeps its port, because load balancers expect that. */
  let port = '0'
  let child: ChildProcess | undefined
  let ended = Promise.resolve()

  const onLine = (line: string) => {
    const { level, msg } = readLine(line)
    const [, address] = /^listening on (\S+);/.exec(msg) ?? []
    if (address !== undefined) {
      url = address
      port = new URL(address).port
      if (state === 'starting') state = 'up'
    } else if (level >= WARN && !OLD_NODE.test(msg)) onWarning(msg)
  }
  const start = () => {
    state = 'starting'
    const env = { ...settings, HTTP_PORT: port }
    const started = spawn(process.execPath, [entry], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    createInterface({ input: started.stdout }).on('line', onLine)
    createInterface({ input: started.stderr }).on('line', onWarning)
    ended = once(started, 'close').then(([code]) => {
      if (state !== 'dead' && state !== 'stopping') onWarning(`ended by itself with the exit code ${code}`)
      state = 'dead'
      url = undefined
    })
  }
  return {
    name,
    state: () => state,
    url: () => url,
    pid: () => child?.pid,
    start,
    async kill() {
      state = 'dead'
      child?.kill('SIGKILL')
      await ended
    },
    async freeze() {
      child?.kill('SIGSTOP')
      state = 'frozen'
    },
    async revive() {
      if (state === 'dead') start()
      else {
        child?.kill('SIGCONT')
        state = 'up'
      }
    },
    async stop() {
      if (state === 'dead') return
      state = 'stopping'
      child?.kill('SIGCONT')
      child?.kill('SIGTERM')
      const timer = new AbortController()
      const late = sleep(STOP_WITHIN_MS, undefined, { signal: timer.signal }).then(
        () => child?.kill('SIGKILL'),
        () => {},
      )
      await ended
      timer.abort()
      await late
    },
  }
}

/** A line of the log with the facts that explain it; other output counts as a warning. */
function readLine(line: string): { level: number; msg: string } {
  try {
    const { level, msg, task, code, outcome, problem, err } = lineSchema.parse(JSON.parse(line))
    // Many messages contain that of the error.
    const cause = err && !msg.includes(err.message) ? err.message : undefined
    return { level, msg: [msg, task, code, outcome, problem, cause].filter(Boolean).join(', ') }
  } catch {
    return { level: WARN, msg: line }
  }
}
