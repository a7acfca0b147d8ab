import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { PlatformState } from '../steam/platform-check.ts'
import type { ApiHealth } from '../steam/upstream/health.ts'

/** How long after the start the key is checked, so that a program that crashes at each start does not call Steam at each start. */
const DELAY_MS = 5_000
/** Time limit of the check. It is longer than all tries of a call together, because nothing waits for the check. */
const WITHIN_MS = 60_000

interface KeyCheckOptions {
  apiHealth: () => ApiHealth
  checkPlatform: (withinMs: number) => Promise<PlatformState>
  delayMs?: number | undefined
  clock: Pick<Clock, 'sleep'>
  log: Logger
}

/**
 * Checks some time after the start whether Steam accepts the key, and logs the result; a refusal is logged by the call itself. A key that was
 * refused before this start is not sent. Never rejects.
 */
export async function checkKey(
  { apiHealth, checkPlatform, delayMs = DELAY_MS, clock, log }: KeyCheckOptions,
  signal: AbortSignal,
): Promise<void> {
  const { state } = apiHealth()
  if (state === 'not_configured') return
  if (state === 'key_refused') {
    log.error('Steam refused the API key at an earlier start: replace STEAM_API_KEY and restart.')
    return
  }
  try {
    await clock.sleep(delayMs, signal)
  } catch {
    return
  }
  const found = await checkPlatform(WITHIN_MS)
  if (found === 'reachable') log.info('Steam accepts the key')
  else if (found !== 'key_refused')
    log.warn({ platform: found }, 'Steam gives no answer, so that the key could not be checked: see /readyz')
}
