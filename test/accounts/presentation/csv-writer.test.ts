import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCell, writeCsv } from '../../../src/lib/csv-writer.ts'

const cells = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '"', ',', ';', '\n', '\r', "'", '7', 'ä') }),
    fc.nat(),
  ),
  { minLength: 1 },
)

test('cells are quoted as csv-stringify quotes them, whatever they are', () => {
  fc.assert(
    fc.property(cells, (row) => {
      const header = row.map((_, index) => `column_${index}`)
      const expected = stringify([header, row], { bom: true, cast: { string: toCell } })
      expect(writeCsv(header, [row])).toBe(expected)
    }),
  )
})
