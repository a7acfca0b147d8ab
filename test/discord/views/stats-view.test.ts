import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/model/language.ts'
import { textsFor } from '../../support/texts.ts'
import { counterLabel } from '../../../src/accounts/presentation/stats-figures.ts'
import { countersView, figuresView } from '../../../src/accounts/discord/views/stats-view.ts'
import { UNREPORTED } from '../../../src/model/stats-table.ts'
import { statsSchema, type Stats } from '../../../src/model/stats.ts'
import { cached, NOW } from '../../support/fake-context.ts'
import { statsWith } from '../../support/stats.ts'
import { textOf } from '../../support/view-content.ts'

const steamId = '76561198000010431'
const english = textsFor('en-US')

/** Statistics in which every counter has the same value. */
const allAt = (value: number) => statsWith(() => value)
const reportOf = (stats: Stats, unreported = UNREPORTED) => ({
  stats: cached({ steamId, stats, unreported }),
  account: { steamId, name: null, foundBy: null, record: null },
})
const countersOf = (stats: Stats, locale = 'en-US', unreported = UNREPORTED) =>
  textOf(countersView(reportOf(stats, unreported), textsFor(locale)))
const figuresOf = (combat: Partial<Stats['combat']>, locale = 'en-US') => {
  const zeros = allAt(0)
  const stats = { ...zeros, combat: { ...zeros.combat, ...combat } }
  return textOf(figuresView({ ...reportOf(stats), rustHours: undefined }, textsFor(locale)))
}

/** Counters that are shown as key figures. */
const ON_TOP = new Set(
  ['kd', 'kills', 'deaths', 'accuracy', 'bulletsHit', 'bulletsFired', 'headshotRate', 'headshots'].map(
    (counter) => `combat.${counter}`,
  ),
)
const MERGED = ['survival.deaths', 'misc.horseDistanceRiddenKm']

describe.each(LANGUAGES)('in %s', (locale) => {
  const texts = textsFor(locale)
  const labels = { ...texts.counters, combat: { ...texts.counters.combat, ...texts.stats.figures } }
  const counters = Object.entries(statsSchema.shape).flatMap(([group, { shape }]) =>
    Object.keys(shape).map((counter) => ({
      group: group as keyof Stats,
      path: `${group}.${counter}`,
      ...counterLabel(group as keyof Stats, counter, labels),
    })),
  )

  test('every counter of the schema that Steam reports has a label, except those shown under another one', () => {
    const missing = counters.filter(({ label, path }) => label === undefined && !UNREPORTED.includes(path))
    expect(missing.map(({ path }) => path)).toEqual(MERGED)
    // A raw name is camelCase, has underscores or dots, or is all upper case.
    for (const { label = '' } of counters) expect(label).not.toMatch(/[a-z][A-Z]|_|\w\.\w|^[A-Z]{5}/)
    const shown = counters.flatMap(({ group, common, label }) =>
      label === undefined ? [] : `${group} ${common} ${label}`,
    )
    expect(new Set(shown).size).toBe(shown.length)
  })

  test('the page behind More shows every reported counter that is not a key figure', () => {
    const lines = countersOf(allAt(7), locale).split('\n')
    for (const { group, path, common, label } of counters.filter((each) => each.label !== undefined)) {
      const start = lines.findIndex((each) => each.endsWith(` ${texts.stats.groups[group]}**`)) + 1
      const end = lines.findIndex((each, index) => index >= start && /^\*\*|^-# /.test(each))
      const beginning = common && texts.common.explained({ what: common, why: '' })
      const isShown = lines
        .slice(start, end)
        .filter((line) => line.startsWith(beginning))
        .flatMap((line) => line.slice(beginning.length).split(' · '))
        .some((part) => part.startsWith(`${label} **`))
      expect([path, isShown]).toEqual([path, !ON_TOP.has(path)])
    }
    // All fit, also with large numbers and those that Steam does not report now.
    expect(countersOf(allAt(123_456), locale, [])).not.toContain(texts.common.leftOut({ count: 1 }).slice(0, 5))
  })

  test('both pages say that only official servers count', () => {
    expect(countersOf(allAt(1), locale)).toContain(texts.stats.officialOnly)
    expect(figuresOf({}, locale)).toContain(texts.stats.officialOnly)
  })
})

test('no counter is shown twice', () => {
  // Every counter has a different value, so a value that appears twice is a counter that is shown twice.
  let next = 1_000_000
  const stats = statsWith(() => next++)
  stats.survival.deaths = stats.combat.deaths
  const shown = `${textOf(figuresView({ ...reportOf(stats), rustHours: undefined }, english))}\n${countersOf(stats)}`
  const values = shown.match(/1,000,\d{3}/g) ?? []
  expect(values.length).toBeGreaterThan(80)
  expect(new Set(values).size).toBe(values.length)
})

test('counters that Steam does not report are not shown', () => {
  expect(countersOf(allAt(7))).not.toMatch(/Repairs|Crafted|helicopters/)
  expect(countersOf(allAt(7), 'en-US', [...UNREPORTED, 'combat.wounded'])).not.toContain('Was wounded')
})

test('a group without counts says so once, and shows no 0', () => {
  const shown = countersOf(allAt(0))
  expect(shown.match(/nothing counted yet/g)).toHaveLength(7)
  expect(shown).not.toMatch(/\*\*0/)
})

describe('the key figures', () => {
  test('are shown with their counters', () => {
    const combat = { kills: 5, deaths: 4, kd: 1.25, bulletsHit: 1, bulletsFired: 8, accuracy: 12.5 }
    expect(figuresOf({ ...combat, headshots: 3, headshotRate: 100 })).toContain(
      '**K/D** 1.25 · 5 kills, 4 deaths\n**Accuracy** 13% · 1 of 8 bullets hit a player\n**Headshot rate** 100% · 3 headshots with any weapon\n',
    )
  })

  test.each([
    [0.171, '0.17%'],
    [9.96, '9.96%'],
    [10.04, '10%'],
    [48.17, '48%'],
  ])('say a rate of %d as %s', (accuracy, shown) => {
    expect(figuresOf({ bulletsHit: 1, bulletsFired: 8, accuracy })).toContain(`**Accuracy** ${shown} · `)
  })

  test('show no rate when their counters are 0', () => {
    expect(figuresOf({})).toContain(
      '**K/D** nothing counted yet\n**Accuracy** nothing counted yet\n**Headshot rate** nothing counted yet\n',
    )
  })

  test('leave a counter to the other page when its rate is not shown', () => {
    const zeros = allAt(0)
    const stats = { ...zeros, combat: { ...zeros.combat, headshots: 9, bulletsHit: 0 } }
    expect(countersOf(stats)).toContain('\nHeadshots **9**\n')
    const withHits = { ...zeros, combat: { ...zeros.combat, headshots: 9, bulletsHit: 4 } }
    expect(countersOf(withHits)).not.toContain('Headshots')
    expect(countersOf(withHits)).toContain('\nHits on players **4**\n')
  })
})

describe('the Rust hours in the statistics', () => {
  const shown = (hours: { total: number; twoWeeks: number } | null | undefined, age = 0) =>
    textOf(
      figuresView({ ...reportOf(allAt(1)), rustHours: hours === undefined ? undefined : cached(hours, age) }, english),
    )

  test.each([
    [{ total: 2_431.6, twoWeeks: 21 }, '2,431 h (21 h in 2 weeks)'],
    [{ total: 3, twoWeeks: 0 }, '3 h'],
    [{ total: 0, twoWeeks: 0 }, 'none: does not own Rust, or played it for less than 3 minutes'],
    [null, '🔒 hidden'],
    [undefined, '❔ could not be checked'],
  ])('are shown for %j as %s', (hours, expected) => {
    expect(shown(hours)).toContain(`\n**Rust hours** ${expected}\n`)
  })

  test('are shown with their own age if it differs from that of the statistics', () => {
    const hours = { total: 3, twoWeeks: 0 }
    expect(shown(hours, 59)).toMatch(new RegExp(`\n-# checked <t:${NOW - 59}:R> · ❔ bans not checked$`))
    expect(shown(hours, 60)).toMatch(
      new RegExp(`\n-# statistics checked <t:${NOW}:R> · Rust hours checked <t:${NOW - 60}:R> · ❔ bans not checked$`),
    )
  })
})

test.each([
  [0.2, '1 s'],
  [20, '20 s'],
  [60, '1 min'],
  [179, '3 min'],
  [5_400, '1.5 h'],
  [6_000_000, '1,666 h'],
])('%d seconds are shown as %s', (seconds, expected) => {
  const stats = allAt(0)
  stats.survival.hotSeconds = seconds
  expect(countersOf(stats)).toContain(`\nIn the heat **${expected}**\n`)
})

test.each([
  [1, 0, '0.1 km'],
  [1_015, 1, '1 km'],
  [12_340, 11, '12.3 km'],
  [900_000.4, 12, '900 km'],
  [0, 12, '12 km'],
  [3_000, 12, '12 km'],
])('%d metres and %d kilometres on horseback are shown as %s', (metres, kilometres, expected) => {
  const stats = allAt(0)
  stats.misc.horseDistanceRidden = metres
  stats.misc.horseDistanceRiddenKm = kilometres
  expect(countersOf(stats)).toContain(`\nOn horseback **${expected}**\n`)
})
