import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsArbitrary, NOW, policyArbitrary } from '../../bench/policies/arbitraries.ts'
import { noticesOf, opinionsOf, verdictOf } from '../../bench/policies/oracle.ts'
import { verdict } from '../../i18n/compiled/verdict.ts'
import { LANGUAGES, type Language } from '../../src/model/language.ts'
import type { Policy } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'
import { gameReason } from '../../src/policy/game-reason.ts'
import { judge, judgeNotices } from '../../src/policy/judge.ts'
import { reasonText, unknownText, ruleSentences } from '../../src/policy/rule-texts.ts'
import { numRuns } from '../support/num-runs.ts'

const check = (property: (policy: Policy, facts: Facts) => void) =>
  fc.assert(fc.property(policyArbitrary, factsArbitrary, property), { numRuns: numRuns(2_000) })

const DAY = 86_400
/** Days after a fact at which a verdict may differ: all of two months, where most limits are, and some later ones. */
const LATER_DAYS = [...Array.from({ length: 62 }, (_, day) => day), 100, 365, 1_000, 3_650, 10_000, 36_500, 73_000]

/** Times after now around the end of each day since a fact, around the end of an exception, and just before `until`. */
function laterTimes({ exceptions }: Policy, { steamId, bans, profile }: Facts, until: number | null): number[] {
  const starts = [NOW]
  if (bans.kind === 'known') starts.push(bans.fetchedAt)
  if (profile.kind === 'known' && profile.value.createdAt !== null) starts.push(profile.value.createdAt)
  const times = starts.flatMap((start) => LATER_DAYS.flatMap((day) => [start + day * DAY, start + day * DAY + 1]))
  const end = exceptions.get(steamId)?.until
  return [...times, ...(end ? [end - 1, end] : []), ...(until === null ? [] : [until - 1])].filter((time) => time > NOW)
}

test('judges as the oracle does, and until is neither early nor late', () => {
  check((policy, facts) => {
    const { verdict, reasons, unknown, until } = judge(policy, facts, NOW)
    const opinions = opinionsOf(policy, facts, NOW)
    const rulesThat = (...kinds: string[]) =>
      [...opinions].flatMap(([rule, opinion]) => (kinds.includes(opinion) ? [`${rule} ${opinion}`] : [])).toSorted()
    expect(verdict).toBe(verdictOf(opinions))
    expect(reasons.map(({ code }) => `${code} denies`).toSorted()).toEqual(
      opinions.has('exception') ? ['exception denies'] : rulesThat('denies'),
    )
    expect(unknown.map(({ code, cause }) => `${code} ${cause}`).toSorted()).toEqual(rulesThat('hidden', 'unavailable'))
    const differsAt = (time: number) => verdictOf(opinionsOf(policy, facts, time)) !== verdict
    if (until !== null) expect([until > NOW, differsAt(until)]).toEqual([true, true])
    const end = until ?? Infinity
    expect(laterTimes(policy, facts, until).filter((time) => time < end && differsAt(time))).toEqual([])
  })
})

test('reports by the rules that notify as the oracle does', () => {
  check((policy, facts) => {
    const answered = { ...judge(policy, facts, NOW), mode: policy.mode }
    const codes = judgeNotices(policy, answered, facts, NOW).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(noticesOf(policy, facts, NOW))
  })
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
    // The account is the first to be left out where the line is too long.
    if (!mayBeOwner || text.length <= 90) expect(isAboutOwner(said, policy.language)).toBe(mayBeOwner)
    expect(said).not.toMatch(/undefined|NaN|moderator|[\n*_`<>[\]]/i)
  })
})

/** Whether a text says that it may be about the account that shares its copy of the game. */
function isAboutOwner(said: string, language: Language): boolean {
  const { accountOrOwner, isOrOwner, bannedOrOwner } = verdict[language].game
  const forms = [[accountOrOwner], isOrOwner({ facts: '|' }).split('|'), bannedOrOwner({ bans: '|' }).split('|')]
  return forms.some((parts) => parts.every((part) => said.includes(part)))
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
