import { describe, expect, test } from 'vitest'
import type { Entry, Mark } from '../../src/outbox/database/outbox.ts'
import { groupEntries } from '../../src/outbox/plan.ts'
import { nth } from '../support/watch-tests.ts'

const CHANNEL = '300000000000000001'

const entriesOf = (count: number, parts: Partial<Entry> = {}): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    kind: 'greeting',
    guildId: '1',
    steamId: nth(index),
    key: '100',
    createdAt: 1_000,
    digest: null,
    mark: null,
    ...parts,
  }))
/** The sizes of the messages, digests in brackets. */
const sizesOf = (entries: readonly Entry[], limits: Parameters<typeof groupEntries>[2] = {}) =>
  groupEntries(entries, CHANNEL, limits).map(({ isDigest, entryIds }) =>
    isDigest ? [entryIds.length] : entryIds.length,
  )

describe('grouping', () => {
  test('up to five entries go singly, more in one digest', () => {
    expect(sizesOf([])).toEqual([])
    expect(sizesOf(entriesOf(5))).toEqual([1, 1, 1, 1, 1])
    expect(sizesOf(entriesOf(6))).toEqual([[6]])
    expect(groupEntries(entriesOf(2), CHANNEL).map(({ entryIds }) => entryIds)).toEqual([[1], [2]])
  })

  test.each(['parked', 'uncertain', 'restored'] satisfies Mark[])(
    'an entry that is %s makes all go together',
    (mark) => {
      expect(sizesOf(entriesOf(1, { mark }))).toEqual([[1]])
      expect(sizesOf([...entriesOf(1, { mark }), ...entriesOf(2)])).toEqual([[3]])
    },
  )

  test('entries that were told a short time ago count', () => {
    expect(sizesOf(entriesOf(2), { told: 3 })).toEqual([1, 1])
    expect(sizesOf(entriesOf(2), { told: 4 })).toEqual([[2]])
  })

  test('more messages than a server may still get go together', () => {
    expect(sizesOf(entriesOf(3), { room: 3 })).toEqual([1, 1, 1])
    expect(sizesOf(entriesOf(3), { room: 2 })).toEqual([[3]])
  })

  test('entries go with the others of their digest, even a single one, before those without', () => {
    const [monday, tuesday] = [entriesOf(1, { digest: 'Monday' }), entriesOf(2, { digest: 'Tuesday' })]
    expect(sizesOf([...monday, ...entriesOf(1), ...tuesday, ...monday])).toEqual([[2], [2], 1])
  })
})

describe('the nonce', () => {
  const nonceOf = (entries: readonly Entry[], channelId = CHANNEL) => groupEntries(entries, channelId)[0]?.nonce

  test('fits into Discord’s limit and into a custom id', () => {
    for (const count of [1, 6, 2_000]) expect(nonceOf(entriesOf(count))).toMatch(/^[A-Za-z0-9_-]{20,25}$/)
  })

  test('is the same for the same message, and differs between any others', () => {
    const [entry = expect.fail('no entry')] = entriesOf(1)
    const different = [
      nonceOf([entry]),
      nonceOf([{ ...entry, kind: 'farewell' }]),
      nonceOf([{ ...entry, guildId: '2' }]),
      nonceOf([{ ...entry, steamId: nth(1) }]),
      nonceOf([{ ...entry, key: '1' }]),
      nonceOf([{ ...entry, createdAt: 1 }]),
      nonceOf([{ ...entry, mark: 'parked' }]),
      nonceOf([{ ...entry, digest: 'Monday' }]),
      nonceOf([entry], '300000000000000002'),
      nonceOf(entriesOf(6)),
      nonceOf(entriesOf(7)),
    ]
    expect(new Set(different).size).toBe(different.length)
    expect(nonceOf([{ ...entry }])).toBe(nonceOf([entry]))
    // What may differ between attempts does not matter.
    expect(nonceOf([{ ...entry, id: 9 }])).toBe(nonceOf([entry]))
  })
})
