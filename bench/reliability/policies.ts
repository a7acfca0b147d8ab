import fc from 'fast-check'
import { factsArbitrary, NOW, policyArbitrary } from '../policies/arbitraries.ts'
import { findMistakes, MISTAKES, type Mistake } from '../policies/find-mistakes.ts'
import { judge } from '../../src/policy/judge.ts'
import { VERDICTS } from '../../src/model/verdict.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const CASES = 100_000
/** Cases are made in batches, because fast-check keeps those that it made. */
const BATCH = 10_000

/** Random policies judge accounts of which parts are missing; each judgement is compared with an oracle. */
export function measurePolicies(_testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const mistakes = new Map<Mistake, number>()
  const verdicts = { allow: 0, deny: 0, unknown: 0 }
  const examples: string[] = []
  const counts = { partial: 0, ending: 0 }
  for (let first = 0; first < CASES; first += BATCH) {
    const cases = fc.sample(fc.tuple(policyArbitrary, factsArbitrary), { numRuns: BATCH, seed: seed + first })
    for (const [policy, facts] of cases) {
      const judgement = judge(policy, facts, NOW)
      verdicts[judgement.verdict]++
      if (judgement.unknown.length > 0) counts.partial++
      if (judgement.until !== null) counts.ending++
      const found = findMistakes(policy, facts, NOW, judgement)
      for (const mistake of found) mistakes.set(mistake, (mistakes.get(mistake) ?? 0) + 1)
      if (found.length > 0 && examples.length < 3) {
        examples.push(`POLICIES, seed ${seed}: ${found.join(', ')}: ${JSON.stringify({ policy, facts, judgement })}`)
      }
    }
  }
  const total = [...mistakes.values()].reduce((sum, count) => sum + count, 0)
  return Promise.resolve({
    rows: [
      {
        what: `${whole(CASES)} random policies and accounts, parts of which are missing, seed ${seed}`,
        target: `0 ${MISTAKES.join(', 0 ')}`,
        measured: MISTAKES.map((mistake) => `${mistakes.get(mistake) ?? 0} ${mistake}`).join(', '),
        isMet: total === 0,
      },
    ],
    notes: [
      `Policies, seed ${seed}: ${VERDICTS.map((verdict) => `${whole(verdicts[verdict])} ${verdict}`).join(', ')}; ${whole(counts.partial)} with undecided rules, ${whole(counts.ending)} with an end.`,
      ...examples,
    ],
    hasFailed: total > 0,
  })
}
