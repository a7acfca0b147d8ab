import type { CallContext } from '../lib/call-context.ts'
import { memoizeByObject, memoizeParts } from '../lib/optimizations/memoize.ts'
import type { Policy } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Context } from '../accounts/context.ts'
import type { Facts } from '../model/facts.ts'
import { findException, judge } from './judge.ts'
import { gameReason } from './game-reason.ts'
import { gatherFacts } from './gather-facts.ts'
import { toVerdictReasons } from './reason-text.ts'
import { partsOf, refusingRules } from './judge-rules.ts'

/** A verdict, with what the answer to a game server and the record of the join need. */
export interface JudgedAccount {
  verdict: Verdict
  /** The text for a refused player; empty unless the verdict is `deny`. */
  gameReason: string
  facts: Facts
}

interface VerdictOptions {
  /** Whether Steam may be asked; otherwise only earlier answers in the cache are used. True by default. */
  mayAskSteam?: boolean
  /** Time limit in milliseconds; three seconds by default. */
  withinMs?: number | undefined
}

/** How long a memoized verdict is reused, seconds. Its figures change only once a day, and the verdict itself not before `until`. */
const REMEMBERED_SECONDS = 60

/**
 * Judges an account by Steam's current or last answers, within three seconds; an exception decides without a call. Rules that depend on a
 * part without an answer stay undecided. Throws only the abort reason of the call context.
 */
export async function getVerdict(
  context: Context,
  policy: Policy,
  steamId: SteamId,
  callContext: CallContext,
  options: VerdictOptions = {},
): Promise<JudgedAccount> {
  const startedAt = context.loop.unixSeconds()
  if (findException(policy, steamId, startedAt)) return judgeAccount(policy, unaskedFacts(steamId), startedAt)
  // A denial is final, so it does not wait for a part that hangs. It waits for a moment only, because further reasons usually arrive soon.
  // `allow` needs every part, and `unknown` may still become a denial.
  const isEnough = (facts: Facts) => judge(policy, facts, context.loop.unixSeconds()).verdict === 'deny'
  const facts = await gatherFacts(context, steamId, requiredParts(policy), callContext, { ...options, isEnough })
  const judged = judgeOnce(policy, facts, context.loop.unixSeconds())
  if (judged.verdict.stale) context.onStale()
  return judged
}

const requiredParts = memoizeByObject((policy: Policy) => partsOf(refusingRules(policy)))

const unaskedFacts = (steamId: SteamId): Facts => ({
  steamId,
  bans: { kind: 'unasked' },
  profile: { kind: 'unasked' },
  rustHours: { kind: 'unasked' },
})

const memoized = memoizeParts<JudgedAccount>()

/** Judges like `judgeAccount`, and memoizes the result for facts from the same cached answers. */
function judgeOnce(policy: Policy, facts: Facts, now: number): JudgedAccount {
  const { steamId, bans, profile, rustHours } = facts
  const key = bans.kind === 'known' ? bans : profile.kind === 'known' ? profile : rustHours
  if (key.kind !== 'known') return judgeAccount(policy, facts, now)
  const parts = [policy, steamId, bans, profile, rustHours, Math.floor(now / REMEMBERED_SECONDS)]
  const judged = memoized(key, parts, () => judgeAccount(policy, facts, now))
  const { until } = judged.verdict
  return until === null || now < until ? judged : judgeAccount(policy, facts, now)
}

function judgeAccount(policy: Policy, facts: Facts, now: number): JudgedAccount {
  const { verdict, reasons, unknown, until } = judge(policy, facts, now)
  const known = [facts.bans, facts.profile, facts.rustHours].filter((fact) => fact.kind === 'known')
  return {
    verdict: {
      steamId: facts.steamId,
      verdict,
      reasons: toVerdictReasons(reasons, policy),
      unknown,
      until,
      mode: policy.mode,
      policy: { name: policy.name, version: policy.version },
      checkedAt: Math.min(now, ...known.map(({ fetchedAt }) => fetchedAt)),
      stale: known.some(({ isStale }) => isStale),
    },
    gameReason: verdict === 'deny' ? gameReason({ reasons }, policy) : '',
    facts,
  }
}
