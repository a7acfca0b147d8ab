import { expect, test } from 'vitest'
import { UNREPORTED } from '../../src/model/stats-table.ts'
import { statsSchema } from '../../src/model/stats.ts'

test('UNREPORTED names the counters that Steam does not report by their place in the answer', () => {
  expect(UNREPORTED).toEqual(['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits'])
  const named = Object.entries(statsSchema.shape).flatMap(([group, { shape }]) =>
    Object.keys(shape).map((counter) => `${group}.${counter}`),
  )
  expect(named).toEqual(expect.arrayContaining(UNREPORTED))
})
