import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const DEMO = fileURLToPath(new URL('../../demo/demo.js', import.meta.url))
const STARTS_WITHIN_MS = 60_000

/** The running demo. */
export interface Demo {
  /** The address of the page of the simulated Discord. */
  url: string
  /** The address of the program's own page. */
  pageUrl: string
  stop: () => Promise<void>
}

/** Starts the built demo without a terminal; rejects if it does not show the address of its page. */
export async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, [DEMO], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
  }
  const timeout = setTimeout(() => child.kill(), STARTS_WITHIN_MS)
  try {
    let url: string | undefined
    let pageUrl: string | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      url ??= /^Discord: (http:\S+),/.exec(line)?.[1]
      pageUrl ??= /^Rapsheet runs at (http:\S+) against/.exec(line)?.[1]
      if (url === undefined || pageUrl === undefined) continue
      child.stdout.resume()
      return { url, pageUrl, stop }
    }
  } finally {
    clearTimeout(timeout)
  }
  throw new Error('The demo has ended without the address of its page. Is the page built?')
}
