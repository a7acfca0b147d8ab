import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { bundlePrograms } from '../../tools/bundle-programs.mjs'
import type { LogLine } from './log.ts'

const root = resolve(import.meta.dirname, '../..')

/** Bundles programs as the build does, and puts the page beside them; `entryOf` returns the path of a built file. */
export async function buildProgram(source = 'src/main.ts', ...others: string[]) {
  // Inside node_modules, so that imports of packages resolve.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'rapsheet-test-'))
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
  await bundlePrograms(root, [...new Set([source, ...others, 'src/bans/formats/list-worker.ts'])], outDir)
  cpSync(inject('pageFolder'), join(outDir, 'page'), { recursive: true })
  const entryOf = (file: string) => join(outDir, file.replace(/\.ts$/, '.js'))
  return { entry: entryOf(source), entryOf, remove: () => rmSync(outDir, { recursive: true }) }
}

/** Bundles programs for the tests of a file, as `buildProgram` does. */
export async function useProgram(...sources: string[]) {
  const built = await buildProgram(...sources)
  afterAll(built.remove)
  return built
}

/** A running program. */
export interface MainProcess {
  /** The output so far. */
  output: () => { stdout: string; stderr: string }
  log: () => LogLine[]
  /** Its URL, once it listens. */
  url: () => Promise<string>
  kill: (signal: NodeJS.Signals) => void
  pid: number
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** How to start a program. */
export interface ProcessOptions {
  /** A command that starts the program, such as `prlimit`. */
  under?: string[]
  args?: string[]
  /** A module that is loaded before the program. */
  preload?: string
  uid?: number
  /** A file descriptor instead of the pipe. */
  stdout?: number
}

/** Runs a program in a folder, with only these settings in its environment; killed after the test. */
export function runMain(
  entry: string,
  folder: string,
  settings: Record<string, string>,
  { under = [], args = [], preload, uid, stdout }: ProcessOptions = {},
): MainProcess {
  const node = [process.execPath, ...(preload ? ['--import', preload] : []), entry, ...args]
  const [command = '', ...rest] = [...under, ...node]
  const child = spawn(command, rest, {
    cwd: folder,
    env: settings,
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const written = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const exit = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  // The last line may be incomplete.
  const log = () =>
    written.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine)
  const listening = () => log().find(({ msg }) => msg.startsWith('listening on '))
  return {
    output: () => written,
    log,
    async url() {
      await expect
        .poll(listening, { timeout: 40_000, message: `the program listens; it wrote ${JSON.stringify(written)}` })
        .toBeDefined()
      return /^listening on (\S+);/.exec(listening()?.msg ?? '')?.[1] ?? ''
    },
    kill: (signal) => child.kill(signal),
    pid: child.pid ?? 0,
    exit,
  }
}
