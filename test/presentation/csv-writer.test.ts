import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from '../../src/discord/csv.ts'
import { writeCsv } from '../../src/presentation/csv-writer.ts'

const cells = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '"', ',', ';', '\n', '\r', "'", '7', 'ä') }),
    fc.nat(),
  ),
  { minLength: 1 },
)

test('the page writes the same table as Discord, whatever the cells are', () => {
  fc.assert(
    fc.property(cells, (row) => {
      const header = row.map((_, index) => `column_${index}`)
      expect(writeCsv(header, [row])).toBe(csvFile('table.csv', header, [row]).data.toString())
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
