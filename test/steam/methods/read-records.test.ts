import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RapsheetError } from '../../../src/model/error.ts'
import { readRecords } from '../../../src/steam/methods/read-records.ts'

const [ALICE, BOB, CAROL] = ['76561197960287930', '76561197972494985', '76561198000010431']
const records = readRecords(z.object({ id: z.string(), name: z.string() }), 'id', [ALICE, BOB])
const alice = { id: ALICE, name: 'Alice' }
const bob = { id: BOB, name: 'Bob' }

describe('hasOnlyAskedIds is true for a list', () => {
  test.each([
    ['in the order asked', [alice, bob]],
    ['in another order', [bob, alice]],
    ['with an account missing', [bob]],
    ['that is empty', []],
    ['with null and records without an id', [null, alice, 7, 'x', {}, { id: 5 }, null]],
    ['with a malformed record of an account that was asked for', [{ id: BOB }, alice]],
  ])('%s', (_, list) => {
    expect(records.hasOnlyAskedIds(list)).toBe(true)
  })

  test.each([
    ['another account', [{ id: CAROL, name: 'Carol' }]],
    ['another account among those that were asked for', [alice, { id: CAROL }, bob]],
    ['an account twice', [alice, alice]],
    ['all accounts twice', [alice, bob, alice, bob]],
    ['an empty id', [{ id: '' }]],
  ])('hasOnlyAskedIds is false for a list with %s', (_, list) => {
    expect(records.hasOnlyAskedIds(list)).toBe(false)
  })

  test('at every call, not only the first one', () => {
    expect([records.hasOnlyAskedIds([alice]), records.hasOnlyAskedIds([alice])]).toEqual([true, true])
  })
})

describe('read', () => {
  test('returns for each account its own value', () => {
    expect(records.read([bob, null, alice], ({ name }) => name)).toEqual(
      new Map([
        [ALICE, { value: 'Alice' }],
        [BOB, { value: 'Bob' }],
      ]),
    )
  })

  test('returns a malformed record as an error of that account, with the validation error as its cause', () => {
    const answer = records.read([{ id: BOB, name: null }, alice], ({ name }) => name)
    expect(answer).toEqual(
      new Map<string, unknown>([
        [ALICE, { value: 'Alice' }],
        [BOB, { error: expect.any(RapsheetError) }],
      ]),
    )
    expect(answer.get(BOB)).toMatchObject({
      error: {
        code: 'platform_unavailable',
        upstreamStatus: undefined,
        message: 'Steam sent a record of an unknown shape; try again in a minute.',
        cause: expect.any(z.core.$ZodError),
      },
    })
  })

  test('returns nothing for an empty list', () => {
    expect(records.read([], ({ name }) => name)).toEqual(new Map())
  })
})
