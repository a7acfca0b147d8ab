import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { SharedPause } from '../lib/limits/shared-pause.ts'
import type { PlatformState } from '../steam/platform-check.ts'
import type { ApiHealth } from '../steam/upstream/health.ts'

/**
 * How long this process waits between taking the turn to check and checking. By then the turn is stored, so a program that crashes at each
 * start does not call Steam at each start.
 */
const DELAY_MS = 5_000
/** Time after a check during which other starts with the same key do not repeat the check. */
const PAUSE_MS = 600_000
/** Time limit of the check. It is longer than all tries of a call together, because nothing waits for the check. */
const WITHIN_MS = 60_000

interface KeyCheckOptions {
  /** The turn to check the key: all processes with this key share it, and a restart does not end it. */
  turn: Pick<SharedPause, 'known' | 'takeTurn'>
  apiHealth: () => ApiHealth
  checkPlatform: (withinMs: number) => Promise<PlatformState>
  delayMs?: number | undefined
  clock: Pick<Clock, 'sleep'>
  log: Logger
}

/**
 * Checks some time after the start whether Steam accepts the key, and logs the result; a refusal is logged by the call itself. No call is
 * made without a key, or when another start has checked the key within the last ten minutes.
 */
export function createKeyCheck(options: KeyCheckOptions): { start(): void; stop(): void } {
  const stopped = new AbortController()
  return {
    start: () => void checkKey(options, stopped.signal),
    stop: () => stopped.abort(new Error('the service stops')),
  }
}

/** Makes the check; never rejects. */
async function checkKey(options: KeyCheckOptions, signal: AbortSignal): Promise<void> {
  const { turn, apiHealth, checkPlatform, delayMs = DELAY_MS, clock, log } = options
  if (apiHealth().state === 'not_configured') return
  const { leftMs = 0 } = turn.known() ?? {}
  // A longer remaining time than the whole pause means that the clock was set back.
  const isChecked = leftMs > 0 && leftMs <= PAUSE_MS
  if (isChecked || !(await turn.takeTurn({ pauseMs: PAUSE_MS, leftMs: PAUSE_MS }))) {
    if (apiHealth().state === 'key_refused')
      log.error('Steam refused the API key at an earlier start: replace STEAM_API_KEY and restart.')
    else log.info('the Steam key is not checked again: another start has begun to check it in the last ten minutes')
    return
  }
  try {
    await clock.sleep(delayMs, signal)
  } catch {
    return
  }
  const state = await checkPlatform(WITHIN_MS)
  if (state === 'reachable') log.info('Steam accepts the key')
  else if (state !== 'key_refused')
    log.warn({ platform: state }, 'Steam gives no answer, so that the key could not be checked: see /readyz')
}
