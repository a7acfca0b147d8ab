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

test('cells with separators, quotes and line breaks are quoted, and formulas and ids are text', () => {
  expect(
    writeCsv(
      ['name', 'bans'],
      [
        ['a,"b"\r\nc', 2],
        ['=1+1', 0],
        ['76561198000010431', 1],
      ],
    ),
  ).toBe(`\uFEFFname,bans\n"a,""b""\r\nc",2\n'=1+1,0\n'76561198000010431,1\n`)
})
