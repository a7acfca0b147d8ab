import { de, en } from '../support/texts.ts'
import { expect, test } from 'vitest'
import { toStatsCharts } from '../../page/stats-charts.ts'
import type { Stats } from '../../src/model/stats.ts'
import { statsWith } from '../support/stats.ts'

const NO_STATS = statsWith(() => 0)
const report = (stats: Partial<Stats>, unreported: string[] = []) => ({
  steamId: '76561197960287930',
  stats: { ...NO_STATS, ...stats },
  unreported,
})
const combat = {
  ...NO_STATS.combat,
  bulletsFired: 9_000,
  bulletsHit: 1_200,
  bulletsHitBears: 40,
  arrowsHitPlayers: 7,
  rocketsFired: 3,
}

test.each([
  [en, ['Bullet hits', 'Arrow hits'], 'players', 'bears', '1,200'],
  [de, ['Kugeltreffer', 'Pfeiltreffer'], 'Spieler', 'Bären', '1.200'],
])(
  'hits have a chart for each weapon, and bullets that hit players are in it',
  (texts, titles, players, bears, text) => {
    const { hits } = toStatsCharts(report({ combat }), texts, texts.counters)
    expect(hits.map(({ title }) => title)).toEqual(titles)
    expect(hits[0]?.bars).toEqual([
      { label: players, value: 1_200, text },
      { label: bears, value: 40, text: '40' },
    ])
  },
)

test('a counter has either a bar or a place in its group', () => {
  const resources = { ...NO_STATS.resources, woodHarvested: 5_000, oreHits: 60 }
  const charts = toStatsCharts(report({ combat, resources }), en, en.counters)
  const restOf = (wanted: keyof Stats) =>
    charts.rest
      .filter(({ group }) => group === wanted)
      .flatMap(({ lines }) => lines.flatMap(({ counters }) => counters.map(({ label }) => label)))
  expect(charts.resources).toEqual({
    bars: [{ label: 'Wood', value: 5_000, text: '5,000' }],
    lines: [{ common: '', counters: [{ label: 'Hits on ore', value: 60, text: '60' }] }],
  })
  expect(restOf('combat')).toEqual(['Rockets fired'])
})

test('what Steam does not report has no bar', () => {
  const resources = { ...NO_STATS.resources, scrapAcquired: 5 }
  const { hits, resources: shown } = toStatsCharts(
    report({ combat, resources }, ['combat.bulletsHit', 'resources.scrapAcquired']),
    en,
    en.counters,
  )
  expect(hits[0]?.bars.map(({ label }) => label)).toEqual(['bears'])
  expect(shown).toEqual({ bars: [], lines: [] })
})

test('a group whose counters all have bars is not listed again; one without counters is', () => {
  const groupsOf = (stats: Partial<Stats>) =>
    toStatsCharts(report(stats), en, en.counters).rest.map(({ group }) => group)
  expect(groupsOf({ combat: { ...NO_STATS.combat, bulletsHitBears: 1 } })).not.toContain('combat')
  expect(groupsOf({})).toContain('combat')
})

test('resources have a section of their own and are never among the other groups', () => {
  const counted = { ...NO_STATS.resources, woodHarvested: 1, treeHits: 3 }
  for (const resources of [NO_STATS.resources, counted]) {
    const { rest } = toStatsCharts(report({ resources }), en, en.counters)
    expect(rest.map(({ group }) => group)).not.toContain('resources')
  }
})
