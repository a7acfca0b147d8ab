import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RapsheetError } from '../../../src/model/error.ts'
import { readRecords } from '../../../src/steam/methods/read-records.ts'

const [ALICE, BOB, CAROL] = ['76561197960287930', '76561197972494985', '76561198000010431']
const records = readRecords(z.object({ id: z.string(), name: z.string() }), 'id', [ALICE, BOB])
const alice = { id: ALICE, name: 'Alice' }
const bob = { id: BOB, name: 'Bob' }

describe('a list is about those asked', () => {
  test.each([
    ['in the order asked', [alice, bob]],
    ['in another order', [bob, alice]],
    ['with somebody missing', [bob]],
    ['with nobody', []],
    ['with null and other things that are nobody', [null, alice, 7, 'x', {}, { id: 5 }, null]],
    ['with a malformed record of somebody asked', [{ id: BOB }, alice]],
  ])('%s', (_, list) => {
    expect(records.hasOnlyAskedIds(list)).toBe(true)
  })

  test.each([
    ['somebody else', [{ id: CAROL, name: 'Carol' }]],
    ['somebody else among those asked', [alice, { id: CAROL }, bob]],
    ['somebody twice', [alice, alice]],
    ['everybody twice', [alice, bob, alice, bob]],
    ['an empty id', [{ id: '' }]],
  ])('not with %s', (_, list) => {
    expect(records.hasOnlyAskedIds(list)).toBe(false)
  })

  test('whenever it is asked, not only the first time', () => {
    expect([records.hasOnlyAskedIds([alice]), records.hasOnlyAskedIds([alice])]).toEqual([true, true])
  })
})

describe('reading a list', () => {
  test('gives each account its own value', () => {
    expect(records.read([bob, null, alice], ({ name }) => name)).toEqual({
      [ALICE]: { value: 'Alice' },
      [BOB]: { value: 'Bob' },
    })
  })

  test('gives a malformed record as an error of that account, which names what was wrong as its cause', () => {
    const answer = records.read([{ id: BOB, name: null }, alice], ({ name }) => name)
    expect(answer).toEqual({ [ALICE]: { value: 'Alice' }, [BOB]: { error: expect.any(RapsheetError) } })
    expect(answer[BOB]).toMatchObject({
      error: {
        code: 'platform_unavailable',
        upstreamStatus: undefined,
        message: 'Steam sent a record of an unknown shape; try again in a minute.',
        cause: expect.any(z.core.$ZodError),
      },
    })
  })

  test('of nobody gives nothing', () => {
    expect(records.read([], ({ name }) => name)).toEqual({})
  })
})
