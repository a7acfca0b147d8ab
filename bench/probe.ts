import { Session } from 'node:inspector/promises'

// Loaded with --import into every measured process: answers questions about the process, and ends it together with
// its parent. `bench/support/child.ts` is the other side.
let session: Session | undefined

process.on('message', (question) => void answer(question).then((value) => value && process.send?.(value)))
process.once('disconnect', () => process.exit())
// The listeners must not keep the process alive.
process.channel?.unref()

async function answer(question: unknown): Promise<object | undefined> {
  switch (question) {
    case 'collect':
      globalThis.gc?.()
      return usage()
    case 'usage':
      return usage()
    case 'cover':
      session = new Session()
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      return {}
    case 'covered':
      return session?.post('Profiler.takePreciseCoverage')
    default:
      return undefined
  }
}

function usage(): object {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return { cpuMicros: user + system, systemMicros: system, rss, heapUsed }
}
