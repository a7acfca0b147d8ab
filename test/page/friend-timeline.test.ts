import { de, en } from './support/texts.ts'
import { describe, expect, test } from 'vitest'
import { layOutTimeline } from '../../page/friend-timeline.ts'
import { createTimeAxis } from '../../page/time-axis.ts'
import { describeTimeline } from '../../page/timeline-description.ts'
import type { Bans } from '../../src/model/account.ts'
import { CLEAN, idOf } from './support/bans.ts'

/** 4 May 2026, 12:00 UTC. */
const NOW = Date.UTC(2026, 4, 4, 12) / 1_000
const DAY = 86_400
const POINT_WIDTH = 0.02

const gameBan = (days: number): Bans => ({ ...CLEAN, NumberOfGameBans: 1, DaysSinceLastBan: days })
const OWN_CLEAN = { bans: CLEAN, fetchedAt: NOW }

const friendsWith = (records: Bans[]) => records.map((banDetails, index) => ({ steamId: idOf(index), banDetails }))
const timelineOf = (records: Bans[], account = OWN_CLEAN) =>
  layOutTimeline(friendsWith(records), NOW, account, { pointWidth: POINT_WIDTH, language: 'en' })

/** Pairs of points that would cover each other. */
const overlaps = ({ points }: ReturnType<typeof timelineOf>) =>
  points.filter((point, index) =>
    points.slice(0, index).some((other) => other.row === point.row && point.x - other.x < POINT_WIDTH - 1e-9),
  )

describe('the timeline of friends’ bans', () => {
  test('has a point per last ban, placed by its date, on an axis up to the scan', () => {
    const { points, ticks, rows, own } = timelineOf([gameBan(10), gameBan(40)])
    expect(ticks.map(({ label }) => label)).toEqual(['Mar 2026', 'Apr 2026', 'May 2026', 'Jun 2026'])
    expect(points.map(({ friend, date }) => [friend.steamId.slice(-1), date])).toEqual([
      ['1', NOW - 40 * DAY],
      ['0', NOW - 10 * DAY],
    ])
    // 25 March and 24 April of an axis from 1 March to 1 June, 92 days.
    expect(points[0]?.x).toBeCloseTo(24.5 / 92)
    expect(points[1]?.x).toBeCloseTo(54.5 / 92)
    expect([rows, own]).toEqual([1, null])
  })

  test('leaves out clean and restricted friends, and counts community bans, which have no date', () => {
    const { points, undated } = timelineOf([
      CLEAN,
      { ...CLEAN, EconomyBan: 'banned' },
      { ...CLEAN, CommunityBanned: true },
      { ...gameBan(5), CommunityBanned: true },
    ])
    expect([points.length, undated]).toEqual([1, 1])
  })

  test('without a dated ban it has neither points nor an axis', () => {
    expect(timelineOf([CLEAN])).toEqual({ points: [], rows: 0, ticks: [], own: null, undated: 0 })
  })

  test('marks the own ban of the account, by the time its record was fetched', () => {
    const { own, points, ticks } = timelineOf([gameBan(0)], { bans: gameBan(2), fetchedAt: NOW - DAY })
    expect(own?.date).toBe(NOW - 3 * DAY)
    expect(own?.x).toBeLessThan(points[0]?.x ?? 0)
    expect(ticks.map(({ label }) => label)).toEqual(['May 2026', 'Jun 2026'])
    expect(timelineOf([], { bans: gameBan(2), fetchedAt: NOW })).toMatchObject({ points: [], rows: 0 })
  })

  test('keeps a hundred bans on one day apart, in rows of their own', () => {
    const timeline = timelineOf(Array.from({ length: 100 }, () => gameBan(700)))
    expect(timeline.rows).toBe(100)
    expect(new Set(timeline.points.map(({ row }) => row)).size).toBe(100)
  })

  test('keeps a hundred bans of fifteen years apart, and all of them on the axis', () => {
    const timeline = timelineOf(Array.from({ length: 100 }, (_, index) => gameBan((index * index * 7) % 5_400)))
    expect(overlaps(timeline)).toEqual([])
    expect(timeline.points.filter(({ x }) => x < 0 || x > 1)).toEqual([])
    expect(timeline.rows).toBeLessThan(10)
    expect(timeline.ticks.map(({ label }) => label)).toEqual([
      '2010',
      '2012',
      '2014',
      '2016',
      '2018',
      '2020',
      '2022',
      '2024',
      '2026',
      '2028',
    ])
  })
})

describe('the axis', () => {
  test.each([0, 20, 100, 200, 400, 800, 1_500, 3_000, 6_000, 20_000])(
    'of %i days begins and ends at a tick, has at most ten, and no label twice',
    (days) => {
      const { ticks, place } = createTimeAxis(NOW - days * DAY, NOW, 'de')
      expect([ticks.at(0)?.x, ticks.at(-1)?.x]).toEqual([0, 1])
      expect(ticks.length).toBeLessThanOrEqual(10)
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length)
      expect(place(NOW - days * DAY)).toBeGreaterThanOrEqual(0)
      expect(place(NOW)).toBeLessThan(1)
    },
  )

  test('has its labels in the language of the page', () => {
    expect(createTimeAxis(NOW, NOW, 'de').ticks.map(({ label }) => label)).toEqual(['Mai 2026', 'Juni 2026'])
  })
})

describe('the description of the timeline', () => {
  test('says how many, when, by year, and what has no date', () => {
    const records = [gameBan(10), gameBan(200), gameBan(300), { ...CLEAN, CommunityBanned: true }]
    const timeline = timelineOf(records, { bans: gameBan(30), fetchedAt: NOW })
    expect(describeTimeline(timeline, en)).toEqual([
      '3 banned friends, last banned between 8 July 2025 and 24 April 2026.',
      'By year: 2025: 2, 2026: 1.',
      '1 banned friend has a Steam Community ban only, which has no date.',
      'The last ban of the account itself: 4 April 2026.',
      'Steam counts full days, so a date can be off by a day.',
    ])
    expect(describeTimeline(timeline, de)[0]).toBe(
      '3 gebannte Freunde, zuletzt gebannt zwischen 8. Juli 2025 und 24. April 2026.',
    )
  })

  test('of no dated ban says only that', () => {
    expect(describeTimeline(timelineOf([]), en)).toEqual(['No checked friend has a ban with a date.'])
  })

  test('of no dated ban still names the community bans and the last ban of the account itself', () => {
    const timeline = timelineOf([CLEAN, { ...CLEAN, CommunityBanned: true }], { bans: gameBan(30), fetchedAt: NOW })
    expect(describeTimeline(timeline, en)).toEqual([
      'No checked friend has a ban with a date.',
      '1 banned friend has a Steam Community ban only, which has no date.',
      'The last ban of the account itself: 4 April 2026.',
      'Steam counts full days, so a date can be off by a day.',
    ])
    expect(describeTimeline(timeline, de)[0]).toBe('Kein geprüfter Freund hat einen Ban mit Datum.')
  })

  test('of bans on one day names that day', () => {
    expect(describeTimeline(timelineOf([gameBan(4), gameBan(4)]), en)[0]).toBe(
      '2 banned friends, last banned on 30 April 2026.',
    )
  })
})
