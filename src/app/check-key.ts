import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { SharedPause } from '../lib/shared-pause.ts'
import type { PlatformState } from '../steam/platform-check.ts'
import type { ApiHealth } from '../steam/upstream/health.ts'

/** Longer than it takes to persist that the key is being checked, so that a program that keeps crashing makes no calls. */
const DELAY_MS = 5_000
/** Time after a check in which no other start with the same key repeats it. */
const PAUSE_MS = 600_000
/** Nothing waits for the check, so that it waits for a slow Steam: longer than the tries of a call take. */
const WITHIN_MS = 60_000

interface KeyCheckOptions {
  /** Shared by all processes with the key, and known after a restart. */
  turn: Pick<SharedPause, 'known' | 'takeTurn'>
  apiHealth: () => ApiHealth
  checkPlatform: (withinMs: number) => Promise<PlatformState>
  delayMs?: number | undefined
  clock: Pick<Clock, 'sleep'>
  log: Logger
}

/**
 * Checks a while after the start whether Steam accepts the key, and logs the result; where Steam refuses it, the call itself has
 * logged so. A start soon after another one makes no call, nor does one without a key.
 */
export function createKeyCheck(options: KeyCheckOptions): { start(): void; stop(): void } {
  const stopped = new AbortController()
  return {
    start: () => void checkKey(options, stopped.signal),
    stop: () => stopped.abort(new Error('the service stops')),
  }
}

/** Never rejects. */
async function checkKey(options: KeyCheckOptions, signal: AbortSignal): Promise<void> {
  const { turn, apiHealth, checkPlatform, delayMs = DELAY_MS, clock, log } = options
  if (apiHealth().state === 'not_configured') return
  const { leftMs = 0 } = turn.known() ?? {}
  // More is left than there ever was where the clock was set back.
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
