import type { CallContext } from '../lib/call-context.ts'
import { isBan, type MaybeBan, type OwnBan } from '../model/ban.ts'
import type { Policy } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Context } from '../accounts/context.ts'
import type { Facts } from '../model/facts.ts'
import { findException, judge, type Reason } from './judge.ts'
import { banGameReason, gameReason } from './game-reason.ts'
import { gatherFacts, unaskedFacts } from './gather-facts.ts'
import { toVerdictReasons } from './rule-texts.ts'
import { partsOf, refusingRules } from './judge-rules.ts'

/** A verdict, with what the answer to a game server and the record of the join need. */
export interface JudgedAccount {
  verdict: Verdict
  /** The text for a refused player; empty unless the verdict is `deny`. */
  gameReason: string
  facts: Facts
}

interface VerdictOptions {
  /** The ban of the account on the own list; none by default. */
  own?: MaybeBan
  /** Whether Steam may be asked; otherwise only earlier answers in the cache are used. True by default. */
  mayAskSteam?: boolean
}

/**
 * Judges an account by Steam's current or last answers, within three seconds. A ban on the own list, and else an exception, decides without a
 * call. Rules that depend on a part without an answer stay undecided. Throws only the abort reason of the call context.
 */
export async function getVerdict(
  context: Context,
  policy: Policy,
  steamId: SteamId,
  callContext: CallContext,
  options: VerdictOptions = {},
): Promise<JudgedAccount> {
  const startedAt = context.clock.unixSeconds()
  const { own = null } = options
  if (own !== null) return judgeByList(policy, steamId, own, startedAt)
  if (findException(policy, steamId, startedAt)) return judgeAccount(policy, unaskedFacts(steamId), startedAt)
  const facts = await gatherFacts(context, steamId, partsOf(refusingRules(policy)), callContext, options)
  const judged = judgeAccount(policy, facts, context.clock.unixSeconds())
  if (judged.verdict.stale) context.onStale()
  return judged
}

/** The verdict on a banned account, or on any account while the list cannot be read. It holds whatever the mode of the policy. */
function judgeByList(policy: Policy, steamId: SteamId, own: OwnBan | 'unknown', now: number): JudgedAccount {
  const ban = isBan(own) ? own : undefined
  const reasons: Reason[] = ban ? [{ code: 'banned_here', value: ban.reason, limit: null }] : []
  return {
    verdict: {
      steamId,
      verdict: ban ? 'deny' : 'unknown',
      reasons: toVerdictReasons(reasons, policy),
      unknown: ban ? [] : [{ code: 'banned_here', part: 'ban_list', cause: 'unavailable' }],
      until: ban?.until ?? null,
      mode: 'enforce',
      policy: { name: policy.name, version: policy.version },
      checkedAt: now,
      stale: false,
    },
    gameReason: ban ? banGameReason(ban, policy) : '',
    facts: unaskedFacts(steamId),
  }
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
