import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableFile } from '../../src/discord/views/table.ts'
import { writeCsv } from '../../src/lib/csv-writer.ts'
import { readAccountList } from '../../src/text/account-list.ts'
import { numRuns } from '../support/num-runs.ts'

test('a CSV file has a header line, a line per row and a byte-order mark for Excel', () => {
  const csv = { steamId: 'steam_id', name: 'name' }
  const row = { steamId: '[U:1:39744703]', name: 'Jürgen 🐻' }
  const file = tableFile('table.csv', ['steamId', 'name'], [row], { csv })
  expect(file.name).toBe('table.csv')
  expect(file.data.toString()).toBe('\uFEFFsteam_id,name\n[U:1:39744703],Jürgen 🐻\n')
})

describe('a long number in a CSV file', () => {
  test('is written as text, because spreadsheets round 17 digits', () => {
    expect(writeCsv(['steam_id'], [['76561198000010431']])).toBe("\uFEFFsteam_id\n'76561198000010431\n")
  })

  test('is not changed up to 15 digits', () => {
    expect(writeCsv(['name'], [['123456789012345'], ['1234567890123456']])).toBe(
      "\uFEFFname\n123456789012345\n'1234567890123456\n",
    )
  })

  test('can be read back by /batch', () => {
    const ids = ['76561198000010431', '76561197960287930', '76561202255233023']
    const text = writeCsv(
      ['steam_id', 'name'],
      ids.map((id) => [id, '12345678901234567']),
    )
    expect(readAccountList('', text)).toEqual({ accounts: ids, repeated: [], notRecognized: [] })
  })
})

describe('a formula in a CSV file', () => {
  const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const SEPARATORS = [',', ';', '\t', '|', '\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']

  test.each(STARTS)('never starts a cell with %s', (start) => {
    for (const before of ['', ' ', '"', '\t', '\r', ' " ']) {
      expect(writeCsv([], [[`${before}${start}1+1`]]).replaceAll(/[\s"\uFEFF]/g, '')).toBe(`'${start}1+1`)
    }
  })

  test('is not created by splitting a name at any separator', () => {
    expect(writeCsv(['name'], [["x;=cmd|'/c calc'!A1"]])).toBe("\uFEFFname\nx;'=cmd|'/c calc'!A1\n")
    expect(writeCsv(['name'], [['x|-1']])).toBe("\uFEFFname\nx|'-1\n")
    expect(writeCsv(['name'], [['x; "@SUM(A1)']])).toBe('\uFEFFname\n"x; ""\'@SUM(A1)"\n')
  })

  test('is not created from any text, whatever separator a program uses', () => {
    const piece = fc.oneof(fc.constantFrom(...STARTS, ...SEPARATORS, '"', "'", ' ', 'a', '1'), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...SEPARATORS), (pieces, separator) => {
        const text = writeCsv(['a', 'b'], [['76561198000010431', pieces.join('')]])
        for (const cell of cellsOf(text, separator)) expect(cell.trimStart()).not.toMatch(/^"*[=+\-@＝＋－＠]/u)
      }),
      { numRuns: numRuns(2_000) },
    )
  })

  test('is not assumed for signs at other positions', () => {
    expect(writeCsv(['name'], [['[CLAN] - Bob = best @ Rust']])).toBe('\uFEFFname\n[CLAN] - Bob = best @ Rust\n')
  })
})

/** Splits a text like a program that ignores quotes, the worst case. */
function cellsOf(text: string, separator: string): string[] {
  return text
    .replace('\uFEFF', '')
    .split(separator)
    .flatMap((part) => part.split('\n'))
}
