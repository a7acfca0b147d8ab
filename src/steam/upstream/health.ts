import { createCallContext } from '../../lib/call-context.ts'
import { settledWithin } from '../../lib/settled-within.ts'
import { getPlayerBans } from '../methods/get-player-bans.ts'
import { KNOWN_ACCOUNT } from '../methods/known-account.ts'
import type { CallRecord, SteamCall } from './transport.ts'

export type PlatformState = 'reachable' | 'unreachable' | 'key_refused' | 'not_configured' | 'unknown'

/** What the latest calls tell of the Steam Web API. */
export interface Health {
  /** Hears of every call. */
  record(call: CallRecord): void
  /** The state by the latest calls; asks Steam itself, for one ban record, when those are too old to tell. */
  check(): Promise<PlatformState>
}

/** A state younger than this is believed. */
const FRESH_MS = 30_000
/** Whoever asks for the state waits no longer. */
const PROBE_MS = 2_000
/** One failed call is no outage: single 429s come at random. */
const FAILURES_OF_AN_OUTAGE = 3

/** Watches the calls to Steam. `call` is used for probes, at most one in 30 s; `now` is in milliseconds. */
export function createHealth(
  isConfigured: boolean,
  call: SteamCall,
  now: () => number = () => performance.now(),
): Health {
  let state: PlatformState = isConfigured ? 'unknown' : 'not_configured'
  const failures = { summaries: 0, bans: 0 }
  let heardAt = Number.NEGATIVE_INFINITY
  let probedAt = Number.NEGATIVE_INFINITY
  let probe: Promise<unknown> | undefined

  const ask = async () => {
    const nobodyLeaves = createCallContext(new AbortController().signal)
    await getPlayerBans(call, [KNOWN_ACCOUNT], nobodyLeaves).catch(() => {})
    probedAt = now()
  }

  return {
    record({ method, outcome }) {
      // Whoever finds out, the key is the same for all, and nobody else is let through to see it again for a while. An
      // answer to any call that sends it shows that it is taken again.
      if (outcome === 'key_refused') {
        heardAt = now()
        state = 'key_refused'
        return
      }
      if (state === 'key_refused' && method !== 'inventory' && outcome === '200') state = 'reachable'
      // A caller who left says nothing about Steam, a block is known elsewhere, and other methods fail for reasons of their own: a private player, a
      // host of its own. Names and bans are what every look-up needs.
      if (outcome === 'abandoned' || outcome === 'blocked' || (method !== 'summaries' && method !== 'bans')) return
      heardAt = now()
      failures[method] = isAnswer(outcome) ? 0 : failures[method] + 1
      if (Math.max(failures.summaries, failures.bans) >= FAILURES_OF_AN_OUTAGE) state = 'unreachable'
      else if (isAnswer(outcome)) state = 'reachable'
    },
    async check() {
      const isOld = (at: number) => now() - at > FRESH_MS
      if (isConfigured && isOld(probedAt) && (state === 'unknown' || isOld(heardAt))) {
        probe ??= ask().finally(() => (probe = undefined))
        await settledWithin(PROBE_MS, probe, undefined)
      }
      return state
    },
  }
}

/** Whether an outcome shows that Steam works: any answer but an error of its own, a limit, a refusal or a page. */
function isAnswer(outcome: string): boolean {
  return /^[234]\d\d$/.test(outcome) && !['401', '403', '429'].includes(outcome)
}
