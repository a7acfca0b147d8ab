import { countSettled } from '../lib/count-settled.ts'
import { createChildContext, PRIORITY, type CallContext } from '../lib/call-context.ts'
import { isInconclusive, type RapsheetError } from '../model/error.ts'
import type { Context } from './context.ts'
import { startLookups, type BatchOutcome } from './lookup-batch.ts'

/** Number of accounts that one call to Steam covers. */
const MAX_PORTION = 100
/**
 * Minimum size of a portion that proves an outage when all its lookups fail. A smaller portion proves nothing: if the quota is nearly used
 * up, a portion may have a single lookup.
 */
const MIN_TELLING = 10

/** How many lookups may be made now, at least one; or why no lookup may be made, and when to ask again. */
export type Allowance<Reason> = { count: number } | { reason: Reason; retryAfterMs: number }

/** An event of a long batch. */
export type LookupStep<Reason> =
  /** The entries that were looked up since the previous step. */
  | { outcomes: BatchOutcome[] }
  /** The quota is used up; the batch continues after `retryAfterMs`. */
  | { waiting: Exclude<Allowance<Reason>, { count: number }> }

/**
 * Looks up any number of entries in portions of up to 100, each as large as `allow` permits, and yields the outcomes as they arrive. Waits
 * while `allow` permits no lookup. Throws `budget_spent` near the end of the day's budget. When no account of a portion could be checked,
 * throws the first failure, because the rest would fail as well. Leaving the loop cancels the remaining calls.
 */
export async function* lookupMany<Reason>(
  context: Context,
  entries: readonly string[],
  allow: (wanted: number) => Promise<Allowance<Reason>>,
  callContext: CallContext,
): AsyncGenerator<LookupStep<Reason>, void, undefined> {
  const { signal } = callContext
  const stop = new AbortController()
  const calls = createChildContext(callContext, stop.signal)
  try {
    for (let done = 0; done < entries.length;) {
      context.refuseWhenReserved('batches')
      const allowance = await allow(Math.min(MAX_PORTION, entries.length - done))
      signal.throwIfAborted()
      if (!('count' in allowance)) {
        yield { waiting: allowance }
        await context.clock.sleep(allowance.retryAfterMs, signal)
        continue
      }
      const portion = entries.slice(done, done + allowance.count)
      done += portion.length
      yield* lookupPortion(context, portion, calls, done === entries.length)
    }
  } finally {
    stop.abort(new Error('nobody waits for the rest of this batch'))
  }
}

/** Whether a failure leaves the bans unknown. */
const isUnknown = ({ code, bansOnRecord }: RapsheetError) => isInconclusive(code) && bansOnRecord === undefined

async function* lookupPortion(context: Context, portion: string[], calls: CallContext, isLast: boolean) {
  let found: BatchOutcome[] = []
  const failures: RapsheetError[] = []
  const lookups = startLookups(context, portion, calls, PRIORITY.scan).map(async (lookup) => {
    const outcome = await lookup
    if ('failure' in outcome && isUnknown(outcome.failure)) failures.push(outcome.failure)
    found.push(outcome)
  })
  const settled = Promise.all(lookups)
  // When the caller leaves the loop, nothing awaits `settled`, and its rejection must not stay unhandled.
  settled.catch(() => {})
  for await (const count of countSettled(lookups, calls.signal)) {
    const isPortionDone = count === portion.length
    // Throws unexpected errors, which are not failures of a lookup.
    if (isPortionDone) await settled
    const outcomes = found
    found = []
    yield { outcomes }
    const hasNothing = failures.length === portion.length && portion.length >= MIN_TELLING
    if (isPortionDone && !isLast && hasNothing && failures[0]) throw failures[0]
  }
}
