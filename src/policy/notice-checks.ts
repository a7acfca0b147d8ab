import { setImmediate } from 'node:timers/promises'
import { createCallContext, PRIORITY, withOptions } from '../lib/call-context.ts'
import { createFairQueue } from '../lib/limits/fair-queue.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { Context } from '../accounts/context.ts'
import { gatherFacts } from './gather-facts.ts'
import type { JudgedAccount } from './get-verdict.ts'
import type { LateJudgement } from './join-recorder.ts'
import { judgeNotices, reportingRules } from './judge.ts'
import { partsOf } from './judge-rules.ts'

/** Number of accounts whose facts are gathered at once. While Steam hangs, the other calls are left for the joins that wait for an answer. */
const AT_ONCE = 8
/** Maximum number of joins that are being checked or wait for it: as many as wait to be stored. */
const MAX_JOINS = 5_000
/** Time limit for the facts of one account. */
const WITHIN_MS = 15_000

export interface NoticeChecksOptions {
  context: Context
  /** Whether the token has calls to Steam left today; otherwise only earlier answers in the cache are used. */
  mayAskSteam: (grant: TokenGrant) => boolean
  /** Called with the calls to Steam that were made for a join. */
  noteCalls: (grant: TokenGrant, calls: number) => void
  /** Called with errors of checks, and for each join that is not checked because too many wait. */
  onError: (error: unknown) => void
}

/**
 * Creates the checks of joins by the rules that only notify. They begin after the answer to the game server, with the lowest priority, and
 * gather the facts that the answer did not need.
 */
export function createNoticeChecks(options: NoticeChecksOptions) {
  const { context, mayAskSteam, noteCalls, onError } = options
  const stopped = new AbortController()
  const inTurn = createFairQueue(AT_ONCE)
  let joins = 0
  const judgeLate = async (grant: TokenGrant, { verdict, facts }: JudgedAccount): Promise<LateJudgement> => {
    stopped.signal.throwIfAborted()
    const { policy } = grant
    const missing = partsOf(reportingRules(policy, verdict)).filter((part) => facts[part].kind !== 'known')
    const complete = { ...facts }
    if (missing.length > 0) {
      const usage = { upstreamCalls: 0, cacheHits: 0, callShare: 0 }
      const callContext = withOptions(createCallContext(stopped.signal, usage), { priority: PRIORITY.background })
      const late = { mayAskSteam: mayAskSteam(grant), withinMs: WITHIN_MS, isUrgent: false }
      const gathered = await gatherFacts(context, facts.steamId, missing, callContext, late)
      noteCalls(grant, usage.callShare)
      Object.assign(complete, Object.fromEntries(missing.map((part) => [part, gathered[part]])))
    }
    return { facts: complete, notices: judgeNotices(policy, verdict, complete, context.clock.unixSeconds()) }
  }

  return {
    /** Judges a join by the notifying rules. Null if no rule may report it; the promise resolves to null if it could not be judged. */
    check(grant: TokenGrant, judged: JudgedAccount): Promise<LateJudgement | null> | null {
      if (stopped.signal.aborted || reportingRules(grant.policy, judged.verdict).length === 0) return null
      if (joins >= MAX_JOINS) {
        onError(new Error(`${MAX_JOINS} joins wait for the rules that only notify; further ones are not checked`))
        return null
      }
      joins++
      // The answer goes first.
      return setImmediate()
        .then(() => inTurn(judged.facts.steamId, () => judgeLate(grant, judged)))
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) onError(error)
          return null
        })
        .finally(() => joins--)
    },
    /** Ends the running and waiting checks, which resolve to null; what they would have reported is lost. */
    stop: () => stopped.abort(new Error('the service stops')),
  }
}
