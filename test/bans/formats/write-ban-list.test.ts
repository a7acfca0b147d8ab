import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutAtGrapheme, toBanName, toBanNote, toBanReason } from '../../../src/bans/ban-texts.ts'
import { columnTitles } from '../../../src/bans/discord/export.ts'
import { readBanList, type ReadBanList } from '../../../src/bans/formats/read-ban-list.ts'
import { EXPORT_FORMATS, type ExportFormat, toFile, toFormat } from '../../../src/bans/formats/write-ban-list.ts'
import type { Ban } from '../../../src/model/ban.ts'
import { numRuns } from '../../support/num-runs.ts'
import { de, en } from '../../support/texts.ts'

/** A ban as the game remembers it. */
interface GameBan {
  steamId: string
  name: string
  notes: string
  expiry: number
}

const MAX_ARGUMENTS = 16

/**
 * A model of how the game reads `bans.cfg` and other files of commands, independent of the program: each line is trimmed and run as a command; an escaped
 * quote is the only escape; the first of two bans of an account wins.
 */
function runGameConsole(file: string, now: number): { banned: GameBan[]; otherCommands: string[] } {
  const banned = new Map<string, GameBan>()
  const otherCommands: string[] = []
  for (const line of file.split('\n').map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [command = '', ...values] = splitCommand(line)
    const [steamId = '', name = '', notes = '', end] = values
    if (command !== 'banid') otherCommands.push(line)
    else if (!/^\d+$/.test(steamId) || BigInt(steamId) < 70_000_000_000_000_000n) continue
    else {
      const expiry = readTimestamp(end, now)
      const isPast = expiry > 0 && expiry <= now
      if (!isPast && !banned.has(steamId)) banned.set(steamId, { steamId, name, notes, expiry })
    }
  }
  return { banned: [...banned.values()], otherCommands }
}

function splitCommand(line: string): string[] {
  const words: string[] = []
  let word = ''
  let isQuoted = false
  let hasWord = false
  const end = () => {
    if (hasWord) words.push(word)
    word = ''
    hasWord = false
  }
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === '\\' && line.charAt(index + 1) === '"') {
      word += '"'
      hasWord = true
      index++
    } else if (character === '"') {
      isQuoted = !isQuoted
      hasWord = true
      if (!isQuoted) end()
    } else if (/\s/.test(character) && !isQuoted) end()
    else {
      word += character
      hasWord = true
    }
  }
  end()
  return words.slice(0, MAX_ARGUMENTS)
}

function readTimestamp(text: string | undefined, now: number): number {
  const [, digits, unit = 'h'] = /^(-?\d+)([a-zA-Z])?$/.exec(text ?? '') ?? []
  if (digits === undefined) return -1
  const number = Number(digits)
  if (number <= 0) return -1
  if (number > 315_360_000) return number
  const seconds: Record<string, number> = { s: 1, m: 60, d: 86_400, w: 604_800, M: 2_592_000, Y: 31_536_000 }
  return now + number * (seconds[unit] ?? 3_600)
}

const NOW = 1_790_000_000
const read = (text: string) => readBanList(text, NOW)
/** A file of these bans, written in two parts. */
function write(format: ExportFormat, bans: readonly Ban[], texts = en): string {
  const written = toFormat(format, NOW, columnTitles(texts))
  const parts = [bans.slice(0, 2), bans.slice(2)].filter(({ length }) => length > 0)
  return toFile(written, parts.map(written.part))
}

/** Texts that break quotes, lines, cells, escapes and layouts. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '\\"',
        '""',
        "'",
        '\n',
        '\r\n',
        '\r',
        '\u2028',
        '\t',
        ' ',
        '#',
        ';',
        ',',
        '|',
        '{',
        '[',
        '}',
        '-1',
        '=',
      ),
      fc.constantFrom(
        '\u202e',
        '\u200f',
        '\u0000',
        '\u001b',
        '\ud83d',
        '😀',
        '👩‍🚀',
        '🇩🇪',
        'e\u0301',
        '\u115f',
        'EAC',
        '{{expires}}',
      ),
      fc.constantFrom(
        'banid 76561198000010431 "x" "y" -1',
        'quit',
        '<b>',
        '&amp;',
        "'76561198000010431",
        '203.0.113.7',
        'ß',
      ),
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

const bans: fc.Arbitrary<Ban[]> = fc.uniqueArray(
  fc.record({
    steamId: fc.integer({ min: 1, max: 0xffff_ffff }).map((id) => String(76_561_197_960_265_728n + BigInt(id))),
    name: hostile.map(toBanName),
    reason: hostile.map((text) => cutAtGrapheme(toBanReason(text), 80)),
    note: hostile.map((text) => cutAtGrapheme(toBanNote(text), 500)),
    until: fc.option(fc.integer({ min: NOW - 5, max: 4_294_967_295 })),
    addedBy: fc.constant('300000000000000001'),
    addedAt: fc.nat({ max: NOW }),
    importNumber: fc.option(fc.nat({ max: 99 })),
  }),
  { selector: ({ steamId }) => steamId, maxLength: 6 },
)

const isActive = ({ until }: Ban) => until === null || until > NOW
const termsOf = ({ steamId, name, reason, note, until }: Ban) => ({ steamId, name, reason, note, until })

/** What was not understood, besides accounts that stand in names, reasons and notes. */
const notOfTexts = ({ notUnderstood }: ReadBanList) => notUnderstood.filter(({ why }) => why !== 'second_account')

describe('whatever names, reasons and notes are,', () => {
  test('the game runs nothing but a ban of each account with its end', () => {
    fc.assert(
      fc.property(bans, (list) => {
        const { banned, otherCommands } = runGameConsole(write('cfg', list), NOW)
        expect(otherCommands).toEqual([])
        expect(banned).toEqual(
          list.filter(isActive).map(({ steamId, name, reason, until }) => ({
            steamId,
            name,
            notes: reason === 'EAC' ? 'EAC.' : reason,
            expiry: until ?? -1,
          })),
        )
      }),
      { numRuns: numRuns(5_000) },
    )
  })

  test.each([
    ['in lines', '\r\n'],
    ['on one line', ' '],
  ])('bans.cfg %s keeps all but the notes', (_, lineEnd) => {
    fc.assert(
      fc.property(bans, (list) => {
        const result = read(write('cfg', list).replaceAll('\r\n', lineEnd))
        expect(result.bans.map(({ line: _, ...terms }) => terms)).toEqual(
          list.filter(isActive).map((ban) => ({
            ...termsOf(ban),
            reason: ban.reason === 'EAC' ? 'EAC.' : ban.reason,
            note: '',
          })),
        )
        expect(result).toMatchObject({ durations: [], repeated: 0, expired: 0, addresses: 0 })
        expect(notOfTexts(result)).toEqual([])
      }),
      { numRuns: numRuns(5_000) },
    )
  })

  test.each(['csv', 'json'] as const)('%s keeps all terms', (written) => {
    fc.assert(
      fc.property(bans, (list) => {
        const result = read(write(written, list))
        expect(result.bans.map(({ line: _, ...terms }) => terms)).toEqual(list.filter(isActive).map(termsOf))
        const expired = list.filter((ban) => !isActive(ban)).length
        expect(result).toMatchObject({ durations: [], repeated: 0, expired, addresses: 0 })
        expect(notOfTexts(result)).toMatchObject(written === 'csv' && list.length === 0 ? [{ line: 1 }] : [])
      }),
      { numRuns: numRuns(3_000) },
    )
  })
})

const BAN: Ban = {
  steamId: '76561198007433923',
  name: 'Bob "x"',
  reason: 'say "hi"',
  note: 'private',
  until: null,
  addedBy: '300000000000000001',
  addedAt: 1_777_903_320,
  importNumber: 4,
}

test('bans.cfg is as the game writes it', () => {
  const later = { ...BAN, steamId: '76561199177365408', name: '', reason: 'EAC', until: NOW + 1 }
  expect(write('cfg', [BAN, later, { ...BAN, until: NOW }])).toBe(
    `banid 76561198007433923 "Bob \\"x\\"" "say \\"hi\\"" -1\r\nbanid 76561199177365408 "" "EAC." ${NOW + 1}\r\n`,
  )
})

test('bans.cfg is clean even if the stored texts are not', () => {
  const stored = { ...BAN, name: 'a\nb\\', reason: 'x\r\nquit\u202e \\\\' }
  expect(write('cfg', [stored])).toBe('banid 76561198007433923 "a b" "x quit" -1\r\n')
})

test('the CSV file has all that is known, with ids as text', () => {
  expect(write('csv', [BAN, { ...BAN, until: NOW, importNumber: null, name: '=1+1' }], de)).toBe(
    `\uFEFFsteam_id,name,grund,notiz,bis,eingetragen_von,eingetragen_am,import
'76561198007433923,"Bob ""x""","say ""hi""",private,,'300000000000000001,2026-05-04T14:02:00Z,4
'76561198007433923,'=1+1,"say ""hi""",private,2026-09-21T14:13:20Z,'300000000000000001,2026-05-04T14:02:00Z,
`,
  )
})

test('the JSON file has a version and all that is known', () => {
  expect(JSON.parse(write('json', [BAN, { ...BAN, importNumber: null }]))).toEqual({
    format: 'rapsheet-bans',
    version: 1,
    bans: [BAN, { ...BAN, importNumber: null }],
  })
})

test.each(EXPORT_FORMATS)('an empty list is a file as %s', (format) => {
  expect(read(write(format, [])).bans).toEqual([])
})
