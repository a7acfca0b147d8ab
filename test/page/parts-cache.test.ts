import { expect, test } from 'vitest'
import { START } from '../../page/address.ts'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { LOADING } from '../../page/state/loadable.ts'
import { NO_PARTS, type AccountParts } from '../../page/state/page-state.ts'
import { createPartsCache } from '../../page/state/parts-cache.ts'
import { endScan, STARTED } from '../../page/state/scan.ts'
import { exampleComparison, exampleInventory, exampleAccount, exampleScan, exampleStats } from '../support/examples.ts'

const cardOf = (account: string) => ({ ...START, account })
const account = exampleAccount

const answered: AccountParts = {
  account: { state: 'ready', value: account, at: 1 },
  friends: { state: 'done', result: exampleScan.result, total: 3, at: 2 },
  stats: { state: 'ready', value: exampleStats, at: 3 },
  inventory: { state: 'ready', value: exampleInventory, at: 4 },
  comparison: { state: 'ready', value: exampleComparison, at: 5 },
}
const failure = { state: 'failed', error: new ApiError('connection_failed', 'Offline.'), at: 1 } as const

test('keeps all answers about an account but the comparison, which belongs to two', () => {
  const cache = createPartsCache()
  cache.keep(cardOf('a'), answered)
  expect(cache.find({ ...cardOf('a'), tab: 'friends' })).toEqual({ ...answered, comparison: NO_PARTS.comparison })
  expect(cache.find(cardOf('b'))).toEqual(NO_PARTS)
})

test('keeps nothing that failed or was not finished', () => {
  const cache = createPartsCache()
  cache.keep(cardOf('a'), {
    account: failure,
    friends: STARTED,
    stats: LOADING,
    inventory: failure,
    comparison: failure,
  })
  expect(cache.find(cardOf('a'))).toEqual(NO_PARTS)
  cache.keep(cardOf('a'), { ...answered, friends: endScan(STARTED, 1) })
  expect(cache.find(cardOf('a')).friends).toEqual(NO_PARTS.friends)
})

test('keeps the 20 accounts that were shown last', () => {
  const cache = createPartsCache()
  for (let index = 0; index < 20; index++) cache.keep(cardOf(`${index}`), answered)
  cache.keep(cardOf('0'), answered)
  cache.keep(cardOf('20'), answered)
  expect(cache.find(cardOf('1'))).toEqual(NO_PARTS)
  for (const kept of ['0', '2', '20']) expect(cache.find(cardOf(kept)).account.state).toBe('ready')
})

test('keeps nothing for a list', () => {
  const cache = createPartsCache()
  cache.keep({ ...START, accounts: ['a'] }, answered)
  expect(cache.find({ ...START, accounts: ['a'] })).toEqual(NO_PARTS)
})
