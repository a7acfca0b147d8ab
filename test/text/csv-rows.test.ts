import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, readCsvRows } from '../../src/text/csv-rows.ts'
import { writeCsv } from '../../src/lib/csv-writer.ts'
import { cpuMsOf } from '../../packages/sim-discord/test/cpu-time.ts'
import { numRuns } from '../support/num-runs.ts'

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '"',
        "'",
        ',',
        ';',
        '|',
        '\t',
        '\n',
        '\r',
        ' ',
        '“',
        'a',
        '76561198000010431',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)

test('what was written comes back, whatever the cells are', () => {
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })))
  fc.assert(
    fc.property(rows, (table) => {
      const [header = ['title'], ...others] = table
      expect(readCsv(writeCsv(header, others))).toEqual([header, ...others])
    }),
    { numRuns: numRuns(5_000) },
  )
})

test('rows have their first line and their text', () => {
  expect([...readCsvRows('a;b\r\n"1\n""2""";x\n\n3;"4', ';')]).toEqual([
    { line: 1, text: 'a;b\r\n', cells: ['a', 'b'] },
    { line: 2, text: '"1\n""2""";x\n', cells: ['1\n"2"', 'x'] },
    { line: 4, text: '\n', cells: [''] },
    { line: 5, text: '3;"4', cells: null },
  ])
})

test('a row with wrong quotes ends at the end of its line', () => {
  expect(readCsv('"a" b,c\n5" nails,"x"\n')).toEqual([[], ['5" nails', 'x']])
})

test.each(["\n'", '\t', "'", ',', '""', '"x""\n', '"""\n"x', '\n', '\u0085'])(
  'a table with much of %j is read and written quickly',
  (unit) => {
    const text = unit.repeat(100_000 / unit.length)
    const cpuMs = cpuMsOf(() => {
      readCsv(`id,name\n"${text}"\n`)
      readCsv(`id;name\n${text}x`)
      writeCsv(['id', 'name'], [['1', `${text}x`]])
    })
    // At worst a tenth of a second; one quadratic step would take 20 s.
    expect(cpuMs).toBeLessThan(5_000)
  },
)
