import { expect, test } from 'vitest'
import { csvFile } from '../../src/discord/csv.ts'

const textOf = (header: string[], rows: (string | number)[][]) => csvFile('table.csv', header, rows).data.toString()

test('a table is a line for its header and one for each row, in UTF-8 that Excel recognizes', () => {
  const file = csvFile('table.csv', ['steam_id', 'name'], [['76561198000010431', 'Jürgen 🐻']])
  expect(file.name).toBe('table.csv')
  expect(file.data.toString()).toBe('\uFEFFsteam_id,name\n76561198000010431,Jürgen 🐻\n')
})

test('commas, quotes and line breaks stay within their field', () => {
  expect(textOf(['name'], [['a,b'], ['say "hi"'], ['two\nlines']])).toBe(
    '\uFEFFname\n"a,b"\n"say ""hi"""\n"two\nlines"\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠x'])(
  'a name is never a formula: %j',
  (name) => {
    const [, line = ''] = textOf(['name'], [[name]]).split(/\n/)
    expect(line.replace(/^"/, '').startsWith(`'${name.slice(0, 1)}`)).toBe(true)
  },
)

test('numbers are numbers', () => {
  expect(textOf(['bans', 'hours'], [[0, 2431.6]])).toBe('\uFEFFbans,hours\n0,2431.6\n')
})
