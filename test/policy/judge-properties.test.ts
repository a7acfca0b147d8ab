import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsArbitrary, NOW, policyArbitrary, rulesArbitrary } from '../../bench/policies/arbitraries.ts'
import { findMistakes } from './find-mistakes.ts'
import { noticesOf } from '../../bench/policies/oracle.ts'
import { verdict } from '../../i18n/compiled/verdict.ts'
import { LANGUAGES, type Language } from '../../src/model/language.ts'
import type { Policy } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'
import { gameReason } from '../../src/policy/game-reason.ts'
import { judge, judgeNotices } from '../../src/policy/judge.ts'
import { reasonText, unknownText } from '../../src/policy/reason-text.ts'
import { partsOf, refusingRules } from '../../src/policy/judge-rules.ts'
import { ruleSentences } from '../../src/policy/rule-sentences.ts'
import { numRuns } from '../support/num-runs.ts'

const DAY = 86_400
const verdictOf = (policy: Policy, facts: Facts) => judge(policy, facts, NOW).verdict
/** How strict a verdict is. */
const STRICTNESS = { allow: 0, unknown: 1, deny: 2 }
const check = (property: (policy: Policy, facts: Facts) => void) =>
  fc.assert(fc.property(policyArbitrary, factsArbitrary, property), { numRuns: numRuns(2_000) })

test('judges as the oracle does, and until is neither early nor late', () => {
  check((policy, facts) => {
    expect(findMistakes(policy, facts, NOW, judge(policy, facts, NOW))).toEqual([])
  })
})

test('reports by the rules that notify as the oracle does', () => {
  check((policy, facts) => {
    const answered = { ...judge(policy, facts, NOW), mode: policy.mode }
    const codes = judgeNotices(policy, answered, facts, NOW).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(noticesOf(policy, facts, NOW))
  })
})

test('a verdict is that of the policy without the rules that notify', () => {
  check((policy, facts) => {
    const rules = Object.fromEntries(Object.entries(policy.rules).filter(([rule]) => !isNotifying(policy, rule)))
    expect(judge(policy, facts, NOW)).toEqual(judge({ ...policy, rules }, facts, NOW))
  })
})

test('one more rule never makes the verdict less strict, unless it forgets bans', () => {
  fc.assert(
    fc.property(policyArbitrary, factsArbitrary, rulesArbitrary, (policy, facts, more) => {
      const { banForgottenAfterDays: _, ...added } = more
      // A rule that the policy has keeps its limit, because the other one may be less strict.
      const stricter = { ...policy, rules: { ...added, ...withoutFalse(policy.rules) } }
      const [before, after] = [verdictOf(policy, facts), verdictOf(stricter, facts)]
      expect(STRICTNESS[after]).toBeGreaterThanOrEqual(STRICTNESS[before])
    }),
    { numRuns: numRuns(2_000) },
  )
})

test('a part that Steam did not answer never turns a denial or doubt into allow', () => {
  check((policy, facts) => {
    const before = verdictOf(policy, facts)
    for (const part of ['bans', 'profile', 'rustHours'] as const) {
      for (const kind of ['unavailable', 'unasked'] as const) {
        const after = verdictOf(policy, { ...facts, [part]: { kind } })
        if (before !== 'allow') expect(after).not.toBe('allow')
        if (partsOf(refusingRules(policy)).includes(part)) continue
        expect(after).toBe(before)
      }
    }
  })
})

test('the days since an answer are added to its days since the last ban', () => {
  fc.assert(
    fc.property(policyArbitrary, factsArbitrary, fc.nat({ max: 90 }), (policy, facts, age) => {
      const { bans } = facts
      fc.pre(bans.kind === 'known')
      const older = { ...bans, fetchedAt: NOW - age * DAY }
      const value = { ...bans.value, DaysSinceLastBan: bans.value.DaysSinceLastBan + age }
      const fresh = { ...bans, value, fetchedAt: NOW }
      expect(judge(policy, { ...facts, bans: older }, NOW)).toEqual(judge(policy, { ...facts, bans: fresh }, NOW))
    }),
    { numRuns: numRuns(1_000) },
  )
})

test('what a refused player sees fits, ends with the appeal, and has no note of a moderator', () => {
  check((policy, facts) => {
    const judgement = judge(policy, facts, NOW)
    fc.pre(judgement.verdict === 'deny')
    const text = gameReason(judgement, policy)
    expect(text.length).toBeLessThanOrEqual(120)
    expect(text).not.toMatch(/\p{Cs}/u)
    expect(text.endsWith(policy.appeal)).toBe(true)
    const mayBeOwner = !judgement.reasons.some(({ value }) => value === 'not_owned')
    const said = policy.appeal === '' ? text : text.slice(0, -policy.appeal.length)
    expect(isAboutOwner(said, policy.language)).toBe(mayBeOwner)
    expect(said).not.toMatch(/undefined|NaN|moderator|[\n*_`<>[\]]/i)
  })
})

/** Whether a text says that it may be about the account that shares its copy of the game. */
function isAboutOwner(said: string, language: Language): boolean {
  const { accountOrOwner, bannedOrOwner } = verdict[language].game
  const aroundBans = bannedOrOwner({ bans: '|' }).split('|')
  return said.includes(accountOrOwner) || aroundBans.every((part) => said.includes(part))
}

test('every text is whole', () => {
  check((policy, facts) => {
    const { reasons, unknown } = judge(policy, facts, NOW)
    const texts = LANGUAGES.flatMap((language) => [
      ...reasons.map((reason) => reasonText(reason, policy.rules, language)),
      ...unknown.map((part) => unknownText(part, language)),
      ...ruleSentences(policy, language).map(({ sentence }) => sentence),
    ])
    for (const text of texts) expect(text).not.toMatch(/undefined|NaN|null|true|false|not_owned|moderator| {2}|^$/)
  })
})

const isNotifying = ({ actions }: Policy, rule: string) =>
  Object.entries(actions).some(([name, action]) => name === rule && action === 'notify')
const withoutFalse = (rules: Policy['rules']) =>
  Object.fromEntries(Object.entries(rules).filter(([, limit]) => limit !== false))
