import { expect, test } from 'vitest'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import { NOW } from '../support/fake-context.ts'

const ALICE = '76561197960287930'

/** What answers without the record of ALICE lead to, each at its second and with when the record was last seen. */
function reportsAt(steps: readonly (readonly [second: number, lastSeen?: number] | 'found')[]) {
  const time = { now: NOW }
  const confirmations = createConfirmations({ unixSeconds: () => time.now })
  return steps.map((step) => {
    if (step === 'found') return confirmations.reportFound(ALICE)
    const [second, lastSeen] = step
    time.now = NOW + second
    const missing = confirmations.reportMissing(ALICE, lastSeen === undefined ? undefined : NOW + lastSeen)
    if (missing.kind === 'ask again') confirmations.confirm(ALICE)
    return missing.kind === 'wait' ? missing.seconds : missing.kind
  })
}

test.each<[string, Parameters<typeof reportsAt>[0], unknown[]]>([
  ['is confirmed by a second answer three seconds later', [[0], [2], [3], [4]], [3, 1, 'ask again', 'confirmed']],
  ['stays confirmed for an hour', [[0], [3], [3_602], [3_603]], [3, 'ask again', 'confirmed', 3]],
  ['is not confirmed by an answer of ten minutes later', [[0], [600], [603]], [3, 3, 'ask again']],
  ['needs two new answers after it was found', [[0], 'found', [60]], [3, undefined, 3]],
  ['needs two new answers after it was seen elsewhere', [[0, -5], [3], [5, 4]], [3, 'ask again', 3]],
  ['needs two new answers after the clock was set back', [[0], [-60]], [3, 3]],
])('a missing record %s', (_, steps, expected) => {
  expect(reportsAt(steps)).toEqual(expected)
})
