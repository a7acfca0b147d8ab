import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/outbox/database/outbox.ts'
import { groupEntries } from '../../src/outbox/plan.ts'
import { nth } from '../support/watch-tests.ts'

const entriesOf = (count: number, parts: Partial<Entry> = {}): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    kind: 'greeting',
    guildId: '1',
    steamId: nth(index),
    key: '100',
    createdAt: 1_000,
    digest: null,
    ...parts,
  }))
/** The sizes of the messages. */
const sizesOf = (entries: readonly Entry[], limits: Parameters<typeof groupEntries>[1] = {}) =>
  groupEntries(entries, limits).map(({ length }) => length)

describe('grouping', () => {
  test('up to five entries go singly, more in one digest', () => {
    expect(sizesOf([])).toEqual([])
    expect(sizesOf(entriesOf(5))).toEqual([1, 1, 1, 1, 1])
    expect(sizesOf(entriesOf(6))).toEqual([6])
    expect(groupEntries(entriesOf(2))).toEqual([[1], [2]])
  })

  test('entries that were told a short time ago count', () => {
    expect(sizesOf(entriesOf(2), { told: 3 })).toEqual([1, 1])
    expect(sizesOf(entriesOf(2), { told: 4 })).toEqual([2])
  })

  test('more messages than a server may still get go together', () => {
    expect(sizesOf(entriesOf(3), { room: 3 })).toEqual([1, 1, 1])
    expect(sizesOf(entriesOf(3), { room: 2 })).toEqual([3])
  })

  test('entries go with the others of their digest, even a single one, before those without', () => {
    const [monday, tuesday] = [entriesOf(1, { digest: 'Monday' }), entriesOf(2, { digest: 'Tuesday' })]
    expect(sizesOf([...monday, ...entriesOf(1), ...tuesday, ...monday])).toEqual([2, 2, 1])
  })
})
