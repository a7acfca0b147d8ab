import { en } from '../support/texts.ts'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { formatStop } from '../../page/format-stop.ts'
import { addEvent, endScan, STARTED, type Scan } from '../../page/state/scan.ts'
import { countBanned, countKinds, knownFriends, milestoneOf, readConditions } from '../../page/state/scanned-friends.ts'
import type { ScanResult } from '../../src/model/account.ts'
import { CLEAN, friendOf, idOf, vacBanned } from './support/bans.ts'

const NOW_MS = Date.UTC(2026, 4, 4, 12)
const NOW = NOW_MS / 1_000

const CHEATER = friendOf(idOf(1), 'friend 1', vacBanned(20))
const OLD_CHEATER = friendOf(idOf(2), 'friend 2', { ...CLEAN, NumberOfGameBans: 2, DaysSinceLastBan: 900 })
const TRADER = friendOf(idOf(3), 'friend 3', { ...CLEAN, EconomyBan: 'banned' })
const HONEST = friendOf(idOf(4), 'friend 4', CLEAN)
const DELETED = { steamId: idOf(5), banDetails: { ...CLEAN, CommunityBanned: true } }
const UNCHECKED = { steamId: idOf(6), friendSince: 0, personaname: null }

const RESULT: ScanResult = {
  friends: [CHEATER, OLD_CHEATER, TRADER, HONEST],
  withoutProfile: [DELETED],
  unchecked: [UNCHECKED],
  unavailable: 1,
  totalFriends: 6,
  from: 0,
  total: 6,
  next: null,
  fetchedAt: NOW - 600,
}

const progress = (current: number, total = 100) => ({ progress: { current, total, totalFriends: total } })
const run = (...events: Parameters<typeof addEvent>[1][]): Scan =>
  events.reduce<Scan>((scan, event) => (scan.state === 'running' ? addEvent(scan, event, NOW_MS) : scan), STARTED)

describe('what a scan knows of the friends', () => {
  test('a finished scan has all friends and the age of its oldest record', () => {
    expect(knownFriends(run(progress(6, 6), RESULT))).toEqual({ scanned: RESULT, fetchedAt: NOW - 600 })
  })

  test('a scan whose stream broke keeps the friends found so far, read when they arrived', () => {
    const running = run(progress(0), { found: { friends: [CHEATER], withoutProfile: [DELETED] } })
    const broken = endScan(running, NOW_MS, { error: new ApiError('stream_broken', 'gone') })
    expect(knownFriends(broken)).toEqual({
      scanned: { friends: [CHEATER], withoutProfile: [DELETED], unchecked: [] },
      fetchedAt: NOW,
    })
  })

  test('a scan that runs, and finds a friend, counts the record as read at that moment', () => {
    const running = run({ found: { friends: [CHEATER], withoutProfile: [] } })
    expect(knownFriends(running)).toMatchObject({ fetchedAt: NOW })
  })

  test('bans of friends without a profile count, restrictions do not', () => {
    expect(countBanned(RESULT)).toBe(3)
  })
})

describe('the filter of the friends', () => {
  test('is read from the address, and ignores values that the page does not offer', () => {
    expect(readConditions({ show: 'vac', within: '30' })).toEqual({ kind: 'vac', within: 30 })
    expect(readConditions({ show: 'everything', within: '31' })).toEqual({ kind: 'any', within: null })
    expect(readConditions({})).toEqual({ kind: 'any', within: null })
  })

  test('counts the friends of each kind; a clean one is in none', () => {
    expect(countKinds(RESULT, null)).toEqual([
      { kind: 'any', count: 5 },
      { kind: 'vac', count: 1 },
      { kind: 'game', count: 1 },
      { kind: 'trade', count: 1 },
      { kind: 'unknown', count: 1 },
    ])
  })

  test('counts within a limit of days only bans with a date', () => {
    expect(countKinds(RESULT, 30).map(({ count }) => count)).toEqual([1, 1, 0, 0, 0])
  })
})

describe('the milestones of a scan', () => {
  test('change at the start, at each quarter and at the end', () => {
    const scans = [
      STARTED,
      run(progress(0)),
      run(progress(24)),
      run(progress(25)),
      run(progress(49)),
      run(progress(50)),
    ]
    const milestones = scans.map(milestoneOf)
    expect(new Set(milestones).size).toBe(4)
    expect(milestones[1]).toBe(milestones[2])
    expect(milestones[3]).toBe(milestones[4])
    expect(milestoneOf(endScan(run(progress(50)), NOW_MS))).toBe('cancelled')
  })

  test('an empty list has none before its end', () => {
    expect(milestoneOf(run(progress(0, 0)))).toBe(milestoneOf(STARTED))
  })
})

test('a stopped scan says how far it came, or that no friend was checked', () => {
  expect(formatStop({ progress: progress(37).progress }, en)).toBe(
    'Stopped after 37 of 100 friends: the others were not checked.',
  )
  expect(formatStop({ progress: null }, en)).toBe('Stopped before the friend list was loaded: no friend was checked.')
})
