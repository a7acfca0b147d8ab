import { describe, expect, test } from 'vitest'
import type { Alert, DigestMark } from '../../src/database/alerts.ts'
import { groupAlerts } from '../../src/watch/plan-deliveries.ts'
import { nth } from '../support/watch-tests.ts'

const CHANNEL = '300000000000000001'

const alertsOf = (count: number, mark: DigestMark | null = null): Alert[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    guildId: '1',
    steamId: nth(index),
    observationId: 100 + index,
    createdAt: 1_000,
    changes: [],
    addedBy: '2',
    addedAt: 500,
    reason: 'aimbot',
    mark,
  }))
const idsOf = (alerts: readonly Alert[]) => groupAlerts(alerts, CHANNEL).map(({ alertIds }) => alertIds)

describe('grouping', () => {
  test('up to five alerts go singly, more in one digest', () => {
    expect(idsOf([])).toEqual([])
    expect(idsOf(alertsOf(5))).toEqual([[1], [2], [3], [4], [5]])
    expect(idsOf(alertsOf(6))).toEqual([[1, 2, 3, 4, 5, 6]])
    expect(groupAlerts(alertsOf(6), CHANNEL)).toEqual([expect.objectContaining({ isDigest: true, mark: null })])
  })

  test('alerts that were held back go in a digest, also a single one', () => {
    expect(groupAlerts(alertsOf(1, 'parked'), CHANNEL)).toEqual([
      expect.objectContaining({ isDigest: true, mark: 'parked' }),
    ])
  })

  test('a digest has the gravest mark of its alerts', () => {
    const marks = (...given: (DigestMark | null)[]) =>
      groupAlerts(
        given.flatMap((mark) => alertsOf(1, mark)),
        CHANNEL,
      )[0]?.mark
    expect(marks(null, 'parked')).toBe('parked')
    expect(marks('parked', 'uncertain', null)).toBe('uncertain')
    expect(marks('uncertain', 'restored', 'parked')).toBe('restored')
  })

  test('a file of alerts stays below the limit of Discord', () => {
    expect(idsOf(alertsOf(4_100)).map(({ length }) => length)).toEqual([2_000, 2_000, 100])
  })
})

describe('the nonce', () => {
  const nonceOf = (alerts: readonly Alert[], channelId = CHANNEL) => groupAlerts(alerts, channelId)[0]?.nonce

  test('fits into Discord’s limit and into a custom id', () => {
    for (const count of [1, 6, 2_000]) expect(nonceOf(alertsOf(count))).toMatch(/^[A-Za-z0-9_-]{20,25}$/)
  })

  test('is the same for the same message, and differs between any others', () => {
    const [alert] = alertsOf(1)
    if (!alert) throw new Error('no alert')
    const different = [
      nonceOf([alert]),
      nonceOf([{ ...alert, guildId: '2' }]),
      nonceOf([{ ...alert, steamId: nth(1) }]),
      nonceOf([{ ...alert, observationId: 1 }]),
      nonceOf([{ ...alert, createdAt: 1 }]),
      nonceOf([{ ...alert, mark: 'parked' }]),
      nonceOf([alert], '300000000000000002'),
      nonceOf(alertsOf(6)),
      nonceOf(alertsOf(7)),
    ]
    expect(new Set(different).size).toBe(different.length)
    expect(nonceOf([{ ...alert }])).toBe(nonceOf([alert]))
    // What may differ between attempts does not matter.
    expect(nonceOf([{ ...alert, id: 9 }])).toBe(nonceOf([alert]))
  })
})
