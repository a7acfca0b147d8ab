import { describe, expect, test } from 'vitest'
import { cancelledByUser, createScans } from '../../src/discord/scans.ts'

describe('a user', () => {
  test('has one scan at a time and can start another after it', () => {
    const scans = createScans()
    const first = scans.start('1', 'ada', 'friends')
    expect(first?.signal.aborted).toBe(false)
    expect(scans.start('2', 'ada', 'friends')).toBeNull()
    first?.end()
    expect(scans.start('2', 'ada', 'friends')).not.toBeNull()
  })

  test('can check a list of accounts beside a friend scan', () => {
    const scans = createScans()
    scans.start('1', 'ada', 'friends')
    expect(scans.start('2', 'ada', 'batch')).not.toBeNull()
    expect(scans.start('3', 'ada', 'batch')).toBeNull()
  })

  test('cancels their own scan, with an abort reason', () => {
    const scans = createScans()
    const scan = scans.start('1', 'ada', 'friends')
    expect(scans.cancel('1', 'ada')).toBe('cancelled')
    expect(scan?.signal.aborted).toBe(true)
    expect(scan?.signal.reason).toBe(cancelledByUser)
  })

  test('cannot cancel the scan of another user', () => {
    const scans = createScans()
    const scan = scans.start('1', 'ada', 'friends')
    expect(scans.cancel('1', 'bob')).toBe('unknown')
    expect(scans.cancel('2', 'ada')).toBe('unknown')
    expect(scan?.signal.aborted).toBe(false)
  })

  test('cannot cancel a scan that has ended', () => {
    const scans = createScans()
    scans.start('1', 'ada', 'friends')?.end()
    expect(scans.cancel('1', 'ada')).toBe('ended')
    expect(scans.cancel('1', 'bob')).toBe('unknown')
  })
})

test('running scans are counted until they end', () => {
  const scans = createScans()
  const one = scans.start('1', 'ada', 'friends')
  const other = scans.start('2', 'bob', 'friends')
  expect(scans.count()).toBe(2)
  scans.cancel('1', 'ada')
  // A scan ends after its last message is sent.
  expect(scans.count()).toBe(2)
  one?.end()
  one?.end()
  expect(scans.count()).toBe(1)
  other?.end()
  expect(scans.count()).toBe(0)
})
