import { expect, test } from 'vitest'
import { STATS_TABLE } from '../../../src/model/stats-table.ts'
import { type Stats, statsSchema } from '../../../src/model/stats.ts'
import { statsFigures, statsGroups } from '../../../src/accounts/presentation/stats-figures.ts'
import { en } from '../../support/texts.ts'

const zeros = Object.fromEntries(
  Object.entries(STATS_TABLE).map(([group, counters]) => [
    group,
    Object.fromEntries(Object.keys(counters).map((counter) => [counter, 0])),
  ]),
)
const NOTHING: Stats = statsSchema.parse(zeros)
const report = (stats: Partial<Stats>, unreported: string[] = []) => ({
  steamId: '76561197960287930',
  stats: { ...NOTHING, ...stats },
  unreported,
})
const linesOf = (group: keyof Stats, stats: Partial<Stats>, unreported?: string[]) =>
  statsGroups(report(stats, unreported), en, en.counters).find((each) => each.group === group)?.lines

test('hits are grouped by what was shot, with the number for a bar and its text', () => {
  const combat = { ...NOTHING.combat, bulletsHitBears: 1_234, bulletsHitDeer: 5, rocketsFired: 7 }
  expect(linesOf('combat', { combat })).toEqual([
    { common: '', counters: [{ label: 'Rockets fired', value: 7, text: '7' }] },
    {
      common: 'Bullet hits: ',
      counters: [
        { label: 'bears', value: 1_234, text: '1,234' },
        { label: 'deer', value: 5, text: '5' },
      ],
    },
  ])
})

test('a counter that Steam does not report is left out, and so is one of a key figure', () => {
  const combat = { ...NOTHING.combat, kills: 3, deaths: 2, kd: 1.5, mlrsKills: 4 }
  expect(linesOf('combat', { combat }, ['combat.mlrsKills'])).toEqual([])
  expect(statsFigures({ ...NOTHING, combat }, en)[0]).toEqual({
    label: 'K/D',
    rate: '1.5',
    counts: '3 kills, 2 deaths',
    counters: ['combat.kd', 'combat.kills', 'combat.deaths'],
  })
})

test('a rate without its counters is not 0, but not counted yet', () => {
  for (const { rate, counts } of statsFigures(NOTHING, en))
    expect([rate, counts]).toEqual([null, 'nothing counted yet'])
})
