import type { Random } from '../../packages/sim-steam/src/random.ts'

const EVERY_MS = 200
const USER_AGENT = 'rapsheet-demo/1'
const GIVE_UP_MS = 10_000
/** Most lookups are about few accounts, so that many answers come from the cache. */
const USUAL_ACCOUNTS = 40
const USUAL_SHARE = 0.8

/** Results of the lookups so far. */
export interface LoadReport {
  answered: number
  /** Answers with another status than 200. */
  failed: number
  /** Requests without a complete answer within 10 s. */
  lost: number
  /** The longest time to an answer since the last report. */
  slowestMs: number
}

interface LoadOptions {
  random: Random
  signal: AbortSignal
  /** Called with the status and the body of each answer that counts as failed. */
  onFailure: (answer: string) => void
}

/** Looks accounts up, five a second, until the signal aborts. */
export function startLoad(url: string, steamIds: readonly string[], { random, signal, onFailure }: LoadOptions) {
  const counts = { answered: 0, failed: 0, lost: 0 }
  let slowestMs = 0
  const lookUp = async () => {
    const among = random.chance(USUAL_SHARE) ? steamIds.slice(0, USUAL_ACCOUNTS) : steamIds
    const startedAt = performance.now()
    try {
      const answer = await fetch(`${url}/api/lookup?steamId=${random.pick(among)}`, {
        headers: { 'user-agent': USER_AGENT },
        signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]),
      })
      const body = await answer.text()
      if (!answer.ok) onFailure(`${answer.status} ${body}`)
      counts[answer.ok ? 'answered' : 'failed'] += 1
    } catch {
      if (!signal.aborted) counts.lost += 1
    }
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  const timer = setInterval(() => void lookUp(), EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return {
    report(): LoadReport {
      const report = { ...counts, slowestMs }
      slowestMs = 0
      return report
    },
  }
}
