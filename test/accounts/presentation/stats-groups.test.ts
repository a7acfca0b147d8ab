import { expect, test } from 'vitest'
import { STATS_TABLE } from '../../../src/model/stats-table.ts'
import { type Stats, statsSchema } from '../../../src/model/stats.ts'
import { statsGroups } from '../../../src/accounts/presentation/stats-figures.ts'
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
      common: 'Bullet hits',
      counters: [
        { label: 'bears', value: 1_234, text: '1,234' },
        { label: 'deer', value: 5, text: '5' },
      ],
    },
  ])
})

test('killed animals and causes of death each have a line with the targets', () => {
  const npc = { ...NOTHING.npc, boarsKilled: 3, scientistsKilled: 2, sharksKilledSpeargun: 1 }
  const linesOfTexts = (lines = linesOf('npc', { npc })) =>
    lines?.map(({ common, counters }) => [common, ...counters.map(({ label, text }) => `${label} ${text}`)])
  expect(linesOfTexts()).toEqual([
    ['', 'Sharks by speargun 1'],
    ['Kills', 'scientists 2', 'boars 3'],
  ])
  const survival = { ...NOTHING.survival, deathsByWolves: 4 }
  expect(linesOfTexts(linesOf('survival', { survival }))).toEqual([['Causes of death', 'wolves 4']])
})
