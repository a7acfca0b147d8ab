import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'

/** A program that runs until it is stopped. */
export interface RunningProgram {
  /** The lines that it has written so far. */
  lines: string[]
  /** Waits for a line that it writes, also one before. */
  says: (line: string | RegExp) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a program without a shell; it is stopped after the test. */
export function startProgram(
  program: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): RunningProgram {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => lines.push(line))
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
    await ended
  }
  onTestFinished(stop)
  return {
    lines,
    async says(line) {
      await expect.poll(() => lines.join('\n'), { timeout: 20_000 }).toMatch(line)
    },
    stop,
  }
}
