import { expect, test } from 'vitest'
import { toWorthKnowing } from '../../page/to-worth-knowing.ts'
import { lookupAnswerSchema } from '../../src/model/lookup-answer.ts'

test('every fact of an answer is kept with its numbers', () => {
  const facts = lookupAnswerSchema.shape.worthKnowing.parse([
    { code: 'bannedFriends', banned: 2, checked: 9, at: 1_700_000_000 },
    { code: 'recentBan', days: 3 },
    { code: 'severalBans', count: 4 },
    { code: 'neverSetUp' },
    { code: 'young', days: 0 },
    { code: 'fewHours', hours: 1.5 },
    { code: 'rustNotOwned' },
    { code: 'hoursHidden' },
  ])
  expect(toWorthKnowing(facts)).toEqual([
    { kind: 'bannedFriends', scan: { banned: 2, checked: 9, at: 1_700_000_000 } },
    { kind: 'recentBan', days: 3 },
    { kind: 'severalBans', count: 4 },
    { kind: 'neverSetUp' },
    { kind: 'young', days: 0 },
    { kind: 'fewHours', hours: 1.5 },
    { kind: 'rustNotOwned' },
    { kind: 'hoursHidden' },
  ])
})

test('a code that a newer server may add is skipped', () => {
  const facts: Parameters<typeof toWorthKnowing>[0] = JSON.parse('[{"code":"toString"},{"code":"young","days":2}]')
  expect(toWorthKnowing(facts)).toEqual([{ kind: 'young', days: 2 }])
})
