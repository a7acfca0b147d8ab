import type { Facts } from '../../src/model/facts.ts'
import type { Decision, PolicyTerms } from '../../src/model/policy.ts'
import { opinionsOf, verdictOf } from '../policies/oracle.ts'

/** An entry of the list that a community keeps itself. */
export interface OwnEntry {
  reason: string
  /** Private; must appear in no answer. */
  note: string
  /** Unix seconds; null for good. */
  until: number | null
  /** The import that added it; null if it was added by hand. */
  importNumber: number | null
}

/** The list of a community. */
export interface OwnList {
  entries: ReadonlyMap<string, OwnEntry>
}

/** The policy of a community. */
export interface OwnPolicy {
  terms: PolicyTerms
  exceptions: ReadonlyMap<string, { decision: Decision; reason: string; until: number | null }>
  /** The version of the terms. */
  version: number
}

/** What an account is due at the door of a community. */
export interface Due {
  /** What decides: the first of these that says anything. */
  by: 'own ban' | 'exception' | 'rules'
  verdict: 'allow' | 'deny' | 'unknown'
  /** The status for the game server. */
  status: 200 | 404 | 503
  mode: 'observe' | 'enforce'
  appeal: string
  /** Only for an own ban. */
  entry?: OwnEntry
  /** The rules that deny, and those that cannot be decided, if Steam answers everything. */
  denials: string[]
  undecided: string[]
  /** Whether a rule needs an answer of Steam. */
  needsSteam: boolean
}

/**
 * Says what an account is due at a time, Unix seconds; several answers if each of them is right. It is written from the description of the
 * feature and imports nothing but types from `src`: the own ban decides first, then an exception, then the rules; observing is about the rules
 * alone.
 */
export function duesOf(list: OwnList, policy: OwnPolicy, facts: Facts, now: number): Due[] {
  const { terms, exceptions } = policy
  const { mode, appeal } = terms
  const none = { appeal, denials: [], undecided: [], needsSteam: false }
  const entry = list.entries.get(facts.steamId)
  if (entry && isInForce(entry, now))
    return [{ ...none, by: 'own ban', verdict: 'deny', status: 200, mode: 'enforce', entry }]
  const exception = exceptions.get(facts.steamId)
  if (!exception || !isInForce(exception, now)) return [dueByRules(terms, facts, now)]
  const { decision } = exception
  return [{ ...none, by: 'exception', verdict: decision, status: statusOf(decision, mode), mode }]
}

function dueByRules(terms: OwnPolicy['terms'], facts: Facts, now: number): Due {
  const { mode, appeal } = terms
  const policy = { ...terms, name: '', version: 1, language: 'en', exceptions: new Map() } as const
  const opinions = opinionsOf(policy, facts, now)
  const verdict = verdictOf(opinions)
  const rulesThat = (...kinds: string[]) => [...opinions].flatMap(([rule, is]) => (kinds.includes(is) ? [rule] : []))
  return {
    by: 'rules',
    verdict,
    status: statusOf(verdict, mode),
    mode,
    appeal,
    denials: rulesThat('denies'),
    undecided: rulesThat('hidden', 'unavailable'),
    needsSteam: opinions.size > 0,
  }
}

/** Whether something with an end, Unix seconds, holds at a time. */
export const isInForce = ({ until }: { until: number | null }, now: number) => until === null || now < until

/** What a game server is told about a verdict of an exception or of the rules. */
function statusOf(verdict: Due['verdict'], mode: Due['mode']): Due['status'] {
  if (mode === 'observe' || verdict === 'allow') return 404
  return verdict === 'deny' ? 200 : 503
}
