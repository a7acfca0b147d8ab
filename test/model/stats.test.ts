import { expect, test } from 'vitest'
import { UNREPORTED } from '../../src/model/stats-table.ts'
import { statsSchema } from '../../src/model/stats.ts'

/** The counters that the API documents; more may be added. */
const PROMISED = {
  combat: [
    'kills',
    'deaths',
    'kd',
    'headshots',
    'headshotRate',
    'bulletsFired',
    'bulletsHit',
    'accuracy',
    'wounded',
    'woundedAssisted',
    'beenPickedUp',
  ],
  survival: ['deaths', 'suicides', 'fallingDeaths'],
  building: ['structuresBuilt', 'upgradesBuilt', 'repairsDone'],
  resources: ['woodHarvested', 'stoneHarvested'],
  npc: ['scientistsKilled', 'boarsKilled'],
  items: ['itemsDropped', 'itemsPickedUp', 'itemsCrafted'],
  misc: ['barrelsBroken', 'heliHits', 'arrowsFired'],
}

const zeros = () =>
  Object.fromEntries(
    Object.entries(statsSchema.shape).map(([group, { shape }]) => [
      group,
      Object.fromEntries(Object.keys(shape).map((counter) => [counter, 0])),
    ]),
  )

test('the statistics schema has the groups and counters of the API', () => {
  expect(Object.keys(statsSchema.shape)).toEqual(Object.keys(PROMISED))
  for (const [group, counters] of Object.entries(PROMISED)) {
    expect(Object.keys(zeros()[group]!)).toEqual(expect.arrayContaining(counters))
  }
})

test('the statistics schema requires each counter to be a number', () => {
  const stats = zeros()
  expect(statsSchema.safeParse(stats)).toEqual({ success: true, data: stats })
  for (const [group, counters] of Object.entries(stats)) {
    for (const counter of Object.keys(counters)) {
      const { [counter]: _, ...rest } = counters
      expect([group, counter, statsSchema.safeParse({ ...stats, [group]: rest }).success]).toEqual([
        group,
        counter,
        false,
      ])
      const text = { ...counters, [counter]: '0' }
      expect([group, counter, statsSchema.safeParse({ ...stats, [group]: text }).success]).toEqual([
        group,
        counter,
        false,
      ])
    }
  }
})

test('UNREPORTED names the counters that Steam does not report by their place in the answer', () => {
  expect(UNREPORTED).toEqual(['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits'])
  const named = Object.entries(zeros()).flatMap(([group, counters]) =>
    Object.keys(counters).map((counter) => `${group}.${counter}`),
  )
  expect(named).toEqual(expect.arrayContaining(UNREPORTED))
})
