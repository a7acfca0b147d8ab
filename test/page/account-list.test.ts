import { describe, expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import type { Lookups } from '../../packages/client/src/lookups.ts'
import {
  isChecked,
  isUnchecked,
  leftOutOf,
  oldestRecordAt,
  restartList,
  startList,
  type AccountList,
} from '../../page/state/account-list.ts'
import { checkList } from '../../page/state/check-list.ts'
import type { BatchResult } from '../../src/model/account.ts'
import { collect } from '../support/collect.ts'
import { pastedOf } from './support/controller.ts'
import { batchOf, CLEAN, entryOf, failureOf, idOf, vacBanned } from './support/bans.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => idOf(index))
const never = new AbortController().signal

/** A client whose answers to batches are a function of the accounts. */
function clientOf(answer: (accounts: readonly string[], count: number) => BatchResult) {
  const batches: (readonly string[])[] = []
  const client: Pick<Lookups, 'lookUpBatch'> = {
    lookUpBatch: async (accounts) => {
      batches.push(accounts)
      return answer(accounts, batches.length)
    },
  }
  return { client, batches }
}

const findAll = (accounts: readonly string[]) => batchOf(accounts.map((each) => entryOf(each)))
const check = (list: AccountList, client: Pick<Lookups, 'lookUpBatch'>) =>
  collect(checkList(list, client, never, () => 5))

async function checked(accounts: readonly string[], answer: (accounts: readonly string[]) => BatchResult) {
  const last = (await check(startList(accounts), clientOf(answer).client)).at(-1)
  if (!last) throw new Error('nothing was checked')
  return last
}

describe('a pasted text', () => {
  test('has at most 500 accounts, and those after them are counted', () => {
    const { accounts, beyond, repeated, notRecognized } = pastedOf(ids(620).join('\n'))
    expect(accounts).toEqual(ids(500))
    expect({ beyond, repeated, notRecognized }).toEqual({ beyond: 120, repeated: [], notRecognized: [] })
  })

  test('has every mention in exactly one of its counts', () => {
    const lines = [...ids(510), ...ids(20), 'what is this?', 'nor this one!']
    const { accounts, beyond, repeated, notRecognized } = pastedOf(lines.join('\n'))
    expect([accounts.length, beyond, repeated.length, notRecognized.length]).toEqual([500, 10, 20, 2])
    expect(accounts.length + beyond + repeated.length + notRecognized.length).toBe(lines.length)
  })

  test('may have no account', () => {
    expect(pastedOf('what is this?').accounts).toEqual([])
    expect(pastedOf('').accounts).toEqual([])
  })
})

describe('checking a list', () => {
  test('asks for 50 accounts in a request, one after the other, and shows each answer', async () => {
    const { client, batches } = clientOf(findAll)
    const lists = await check(startList(ids(120)), client)
    expect(batches.map((batch) => batch.length)).toEqual([50, 50, 20])
    expect(batches.flat()).toEqual(ids(120))
    expect(lists.map(({ entries, isChecking }) => [entries.filter(isChecked).length, isChecking])).toEqual([
      [50, true],
      [100, true],
      [120, false],
    ])
    expect(lists.at(-1)).toMatchObject({ error: null, at: 5 })
  })

  test('keeps the order of the accounts, also when found and failed ones alternate', async () => {
    const { entries } = await checked(ids(6), (accounts) =>
      batchOf(
        accounts.filter((_, index) => index % 2 === 0).map((each) => entryOf(each)),
        accounts.filter((_, index) => index % 2 === 1).map((each) => failureOf(each, 'account_not_found')),
      ),
    )
    expect(entries.map(({ input }) => input)).toEqual(ids(6))
  })

  test('goes on after a batch whose entries all failed', async () => {
    const { client } = clientOf((accounts, count) => {
      if (count > 1) return findAll(accounts)
      const failures = accounts.map((each) => failureOf(each, 'account_not_found'))
      throw new ApiError('account_not_found', 'None was found.', { failures })
    })
    const last = (await check(startList(ids(60)), client)).at(-1)
    expect(last).toMatchObject({ error: null, isChecking: false })
    expect(last?.entries.filter(isChecked)).toHaveLength(60)
    expect(last?.entries[0]).toEqual({ input: idOf(0), failure: { code: 'account_not_found', error: 'A sentence.' } })
  })

  test('ends at a rate limit, and the accounts after it stay unchecked', async () => {
    const error = new ApiError('rate_limited', 'Too many.', { retryAfter: 9 })
    const { client, batches } = clientOf((accounts, count) => {
      if (count === 2) throw error
      return findAll(accounts)
    })
    const limited = (await check(startList(ids(160)), client)).at(-1)
    if (!limited) throw new Error('nothing was checked')
    expect(batches).toHaveLength(2)
    expect(limited).toMatchObject({ error, isChecking: false })
    expect(limited.entries.map(isUnchecked)).toEqual(ids(160).map((_, index) => index >= 50))

    const again = restartList(limited)
    expect(again).toMatchObject({ error: null, isChecking: true })
    const rest = await check(again, client)
    expect(batches.slice(2)).toEqual([ids(160).slice(50, 100), ids(160).slice(100, 150), ids(160).slice(150)])
    expect(rest.at(-1)?.entries.every(isChecked)).toBe(true)
  })

  test('an account that the answer leaves out stays unchecked', async () => {
    const { entries, isChecking } = await checked(ids(3), (accounts) => findAll(accounts.slice(1)))
    expect(entries.map(isUnchecked)).toEqual([true, false, false])
    expect(isChecking).toBe(false)
  })

  test('asks nothing when everything is checked', async () => {
    const { client, batches } = clientOf(findAll)
    expect(await check(await checked(ids(2), findAll), client)).toEqual([])
    expect(batches).toEqual([])
  })

  test('rejects with the reason when it is aborted, without another request', async () => {
    const abort = new AbortController()
    const { client, batches } = clientOf(() => {
      abort.abort(new Error('left'))
      throw new ApiError('connection_failed', 'Aborted.')
    })
    await expect(collect(checkList(startList(ids(120)), client, abort.signal, () => 5))).rejects.toThrow('left')
    expect(batches).toHaveLength(1)
  })
})

test('a list is as old as its oldest ban record, and has no age without one', async () => {
  const answer = batchOf(
    [entryOf(idOf(0), { fetchedAt: 30 }), entryOf(idOf(1), { fetchedAt: 20 })],
    [
      failureOf(idOf(2), 'account_not_found', {
        withoutProfile: { steamId: idOf(2), bans: vacBanned(3), fetchedAt: 10 },
      }),
      failureOf(idOf(3), 'account_not_found'),
    ],
  )
  const { entries } = await checked(ids(4), () => answer)
  expect(oldestRecordAt(entries)).toBe(10)
  expect(oldestRecordAt(entries.slice(0, 2))).toBe(20)
  expect(oldestRecordAt(entries.slice(3))).toBeNull()
})

describe('checking again', () => {
  test('asks for what failed because of Steam, and keeps what is known', async () => {
    const [banned, missing, down, unknown] = ids(4)
    const list = await checked(ids(4), () =>
      batchOf(
        [entryOf(banned ?? '', { bans: vacBanned(3) })],
        [
          failureOf(missing ?? '', 'account_not_found'),
          failureOf(down ?? '', 'platform_unavailable'),
          failureOf(unknown ?? '', 'quantum_ban'),
        ],
      ),
    )
    const { client, batches } = clientOf(findAll)
    const last = (await check(restartList(list), client)).at(-1)
    expect(batches).toEqual([[down, unknown]])
    expect(last?.entries.slice(0, 2)).toEqual(list.entries.slice(0, 2))
  })
})

describe('accounts that turn out to be the same', () => {
  const twice = (accounts: readonly string[]) =>
    batchOf(accounts.map((each) => entryOf(each, { steamId: idOf(0), bans: vacBanned(3) })))

  test('a custom URL and an id of one account are one entry, and the second is counted as repeated', async () => {
    const list = await checked([idOf(0), 'gabe'], twice)
    expect(list.entries.map(({ input }) => input)).toEqual([idOf(0)])
    expect(list.repeated).toEqual(['gabe'])
    expect(list.accounts).toEqual([idOf(0), 'gabe'])
  })

  test('also in different requests, and without a profile', async () => {
    const withoutProfile = { steamId: idOf(0), bans: vacBanned(3), fetchedAt: 1 }
    const list = await checked([...ids(50), 'gabe'], (accounts) =>
      batchOf(
        accounts.filter((each) => each !== idOf(0) && each !== 'gabe').map((each) => entryOf(each)),
        accounts
          .filter((each) => each === idOf(0) || each === 'gabe')
          .map((each) => failureOf(each, 'account_not_found', { withoutProfile })),
      ),
    )
    expect(list.entries).toHaveLength(50)
    expect(list.repeated).toEqual(['gabe'])
  })

  test('accounts that were not found are never the same', async () => {
    const list = await checked(['a1', 'b1'], (accounts) =>
      batchOf(
        [],
        accounts.map((each) => failureOf(each, 'account_not_found')),
      ),
    )
    expect(list.entries).toHaveLength(2)
  })

  test('they are listed with the duplicates of the pasted text, so that the counts add up', async () => {
    const pasted = pastedOf(`${idOf(0)}\n${idOf(0)}\n[U:1:39734273]\nwhat is this?`)
    const list = await checked(pasted.accounts, twice)
    expect(leftOutOf(list, pasted)?.repeated).toEqual([...pasted.repeated, ...list.repeated])
    expect(leftOutOf(list, null)).toEqual({ repeated: list.repeated, notRecognized: [] })
    expect(leftOutOf(await checked(['a1'], findAll), null)).toBeNull()
  })
})

test('an account that is not checked is never taken for one without bans', () => {
  const [entry] = startList(['a']).entries
  expect(entry).toEqual({ input: 'a' })
  expect(entry && isUnchecked(entry)).toBe(true)
  expect(isUnchecked({ input: 'a', account: entryOf('a', { bans: CLEAN }) })).toBe(false)
})
